/** Tells ids that a model made up by their shape. */

const SLUG = /^[a-z][a-z0-9]*-[a-z][a-z0-9]*-\d+$/

/**
 * Whether a value has the shape in which models invent ids (`invoice-acme-42`). Ids of mail servers, UUIDs and hashes do not; ask it only
 * where the real ids have another shape: `checkIds: (args) => looksLikeSlugId(args.message_id)`.
 *
 * @category Feedback @since 0.1.0
 */
export const looksLikeSlugId = (value: unknown): boolean => typeof value === 'string' && SLUG.test(value)
