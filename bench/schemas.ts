/** What the payloads should be, in words of no library; each contestant says it in its own. */
import type { Schema } from './payloads.js'

export type Neutral =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | { readonly oneOf: ReadonlyArray<string> }
  | { readonly nullable: Neutral }
  | { readonly array: Neutral }
  | { readonly object: Readonly<Record<string, Neutral>>; readonly optional?: Readonly<Record<string, Neutral>> }

/** Whether unknown keys are kept or dropped. */
export type Mode = 'keep' | 'strip'

const item: Neutral = { object: { sku: 'string', quantity: 'integer', price: 'number', title: 'string' } }

const orders: Neutral = {
  object: {
    orders: {
      array: {
        object: {
          id: 'string',
          number: 'number',
          status: { oneOf: ['open', 'paid', 'shipped', 'cancelled'] },
          currency: 'string',
          total: 'number',
          paid: 'boolean',
          customer: { object: { id: 'string', email: 'string', name: 'string' }, optional: { vip: 'boolean' } },
          items: { array: item },
          shipping: { nullable: { object: { city: 'string', zip: 'string', country: 'string' } } },
          created_at: 'string',
          tags: { array: 'string' },
          weight_g: 'number'
        },
        optional: { note: 'string' }
      }
    },
    count: 'number',
    next_cursor: { nullable: 'string' }
  }
}

const text: Neutral = { nullable: 'string' }
const state: Neutral = { oneOf: ['open', 'closed'] }
const user: Neutral = {
  object: {
    login: 'string',
    id: 'number',
    node_id: 'string',
    avatar_url: 'string',
    type: 'string',
    site_admin: 'boolean'
  }
}
const label: Neutral = {
  object: { id: 'number', name: 'string', color: 'string', default: 'boolean', description: text }
}
const milestone: Neutral = {
  object: {
    id: 'number',
    number: 'number',
    title: 'string',
    state,
    open_issues: 'number',
    closed_issues: 'number',
    due_on: text
  }
}
const repository: Neutral = {
  object: {
    id: 'number',
    name: 'string',
    full_name: 'string',
    private: 'boolean',
    fork: 'boolean',
    stargazers_count: 'number'
  }
}
const reactions: Neutral = {
  object: {
    url: 'string',
    total_count: 'number',
    '+1': 'number',
    '-1': 'number',
    laugh: 'number',
    confused: 'number',
    heart: 'number',
    hooray: 'number',
    eyes: 'number',
    rocket: 'number'
  }
}

const issues: Neutral = {
  array: {
    object: {
      url: 'string',
      repository_url: 'string',
      labels_url: 'string',
      comments_url: 'string',
      html_url: 'string',
      id: 'number',
      node_id: 'string',
      number: 'number',
      title: 'string',
      state,
      locked: 'boolean',
      user,
      labels: { array: label },
      assignee: { nullable: user },
      milestone: { nullable: milestone },
      comments: 'number',
      created_at: 'string',
      updated_at: 'string',
      closed_at: text,
      author_association: 'string',
      active_lock_reason: text,
      body: text,
      reactions
    },
    optional: { repository, draft: 'boolean', state_reason: text }
  }
}

export const schemaOf = (schema: Schema): Neutral => (schema === 'orders' ? orders : issues)
