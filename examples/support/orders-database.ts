/** A real Postgres inside this process, with a small shop in it: 12 customers, 46 orders. */
import { PGlite } from '@electric-sql/pglite'

const SCHEMA = `
  create table customers (id integer primary key, first_name text not null, last_name text, country text not null);
  create table orders (
    id integer primary key,
    customer_id integer not null references customers,
    status text not null,
    total_cents integer not null,
    placed_at timestamptz not null
  );
`

// Two people go by one name, as people do.
const CUSTOMERS: ReadonlyArray<readonly [first: string, last: string | null, country: string]> = [
  ['Ada', 'Lovelace', 'GB'],
  ['Grace', 'Hopper', 'US'],
  ['Sukarno', null, 'ID'],
  ['Edsger', 'Dijkstra', 'NL'],
  ['Barbara', 'Liskov', 'US'],
  ['Sjón', null, 'IS'],
  ['Tony', 'Hoare', 'GB'],
  ['Radia', 'Perlman', 'US'],
  ['Margaret', 'Hamilton', 'US'],
  ['Niklaus', 'Wirth', 'CH'],
  ['Frances', 'Allen', 'US'],
  ['Kristen', 'Nygaard', 'NO']
]

const STATUSES = ['delivered', 'shipped', 'delivered', 'placed', 'cancelled', 'delivered', 'shipped'] as const
const ORDERS = 46

const order = (i: number): ReadonlyArray<unknown> => {
  const id = 1001 + i
  const placed = new Date(Date.UTC(2026, 0, 3 + i * 2, 9, (i * 17) % 60))
  const total = i % 11 === 6 ? 0 : 990 + ((i * 7919) % 24_000) // a refund leaves nothing
  return [id, 1 + ((i * 5) % CUSTOMERS.length), STATUSES[i % STATUSES.length], total, placed]
}

/** How many orders have that status: what a right answer must say. */
export const ordersWithStatus = (status: string): number =>
  Array.from({ length: ORDERS }, (_, i) => STATUSES[i % STATUSES.length]).filter((each) => each === status).length

/** Starting Postgres takes a few seconds the first time: start it early, wait for it late. */
export const openOrdersDatabase = async (): Promise<PGlite> => {
  const database = await PGlite.create()
  await database.exec(SCHEMA)
  await database.transaction(async (transaction) => {
    for (const [i, customer] of CUSTOMERS.entries()) {
      await transaction.query('insert into customers values ($1, $2, $3, $4)', [i + 1, ...customer])
    }
    for (let i = 0; i < ORDERS; i++)
      await transaction.query('insert into orders values ($1, $2, $3, $4, $5)', [...order(i)])
  })
  return database
}
