/** The io-ts codecs of the payloads: those that keep unknown keys, and those that drop them. */
import * as t from 'io-ts'
import type { Schema } from './payloads.js'

export type Mode = 'keep' | 'strip'

const struct = (mode: Mode, required: t.Props, optional?: t.Props): t.Mixed => {
  if (mode === 'keep') return optional === undefined ? t.type(required) : t.intersection([t.type(required), t.partial(optional)])
  return optional === undefined ? t.strict(required) : t.exact(t.intersection([t.type(required), t.partial(optional)]))
}

const nullable = (codec: t.Mixed): t.Mixed => t.union([codec, t.null])

const orders = (mode: Mode): t.Mixed => {
  const item = struct(mode, { sku: t.string, quantity: t.Int, price: t.number, title: t.string })
  const customer = struct(mode, { id: t.string, email: t.string, name: t.string }, { vip: t.boolean })
  const shipping = struct(mode, { city: t.string, zip: t.string, country: t.string })
  const order = struct(mode, {
    id: t.string, number: t.number, status: t.keyof({ open: null, paid: null, shipped: null, cancelled: null }), currency: t.string, total: t.number,
    paid: t.boolean, customer, items: t.array(item), shipping: nullable(shipping), created_at: t.string, tags: t.array(t.string), weight_g: t.number
  }, { note: t.string })
  return struct(mode, { orders: t.array(order), count: t.number, next_cursor: nullable(t.string) })
}

const issues = (mode: Mode): t.Mixed => {
  const user = struct(mode, { login: t.string, id: t.number, node_id: t.string, avatar_url: t.string, type: t.string, site_admin: t.boolean })
  const label = struct(mode, { id: t.number, name: t.string, color: t.string, default: t.boolean, description: nullable(t.string) })
  const milestone = struct(mode, {
    id: t.number, number: t.number, title: t.string, state: t.union([t.literal('open'), t.literal('closed')]), open_issues: t.number, closed_issues: t.number,
    due_on: nullable(t.string)
  })
  const repository = struct(mode, { id: t.number, name: t.string, full_name: t.string, private: t.boolean, fork: t.boolean, stargazers_count: t.number })
  const reactions = struct(mode, {
    url: t.string, total_count: t.number, '+1': t.number, '-1': t.number, laugh: t.number, confused: t.number, heart: t.number, hooray: t.number,
    eyes: t.number, rocket: t.number
  })
  const issue = struct(mode, {
    url: t.string, repository_url: t.string, labels_url: t.string, comments_url: t.string, html_url: t.string, id: t.number, node_id: t.string,
    number: t.number, title: t.string, state: t.union([t.literal('open'), t.literal('closed')]), locked: t.boolean, user, labels: t.array(label),
    assignee: nullable(user), milestone: nullable(milestone), comments: t.number, created_at: t.string, updated_at: t.string, closed_at: nullable(t.string),
    author_association: t.string, active_lock_reason: nullable(t.string), body: nullable(t.string), reactions
  }, { repository, draft: t.boolean, state_reason: nullable(t.string) })
  return t.array(issue)
}

/** The codec of a payload. */
export const codecOf = (schema: Schema, mode: Mode): t.Mixed => (schema === 'orders' ? orders(mode) : issues(mode))
