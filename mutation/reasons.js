/** Why mutants survived that were looked into: by file, and by a part of the line that was changed. */

const cost = 'a shortcut: without it the same answer comes by more work, which no spec measures'
const typed = 'asked for by the types, or against what cannot come there'
const written = 'a start value that is written over, or of which only the length is read'
const again = 'a second safety, against code or values that answer otherwise when they are asked again'
const elsewhere = 'decided once a process, or seen only in one that may not generate code: mutants do not reach there'
const limit = 'a limit at which the answer is the same on both sides'
const same = 'the same answer by another way of the language or of io-ts'

const of = (file, reason, ...lines) => lines.map((line) => ({ file: `codec/${file}`, line, reason }))

/** The first that fits is the reason. */
export const FOUND = [
  ...of('closed.ts', written, 'unknownFields(value, known, [])'),
  ...of('enumeration.ts', same, 'text.trim().toLowerCase()'),
  ...of('expectation.ts', typed, 'member.types ?? []'),
  ...of('discriminant.ts', typed, 'literals.length > 0'),
  ...of('explain.ts', typed, "typeof key === 'string'"),
  ...of('field.ts', written, "readonly key: string | number = ''"),
  ...of('findings.ts', cost, 'refinements.length < 2', 'more.length === 0'),
  ...of('findings.ts', same, 'a.length < b.length', 'finding(field, expectationOf(codec), value, false)'),
  ...of('formats.ts', typed, 'DATE_TIME.exec(text) ?? []'),
  ...of('lookup.ts', typed, 'default: return undefined', "some._tag === 'LiteralType'"),
  ...of('shown.ts', limit, 'left < 0'),
  ...of('structure.ts', typed, 'default: return undefined'),
  ...of('structure.ts', limit, 'i < MAX_WRAPPERS'),
  ...of('standard-schema.ts', typed, "typeof key === 'number'"),
  ...of('json-schema/ajv-faults.ts', typed, 'name === undefined'),
  ...of('json-schema/ajv-faults.ts', same, "last.keyword !== 'anyOf'", 'depthOf(error) > depthOf(last)'),
  ...of('json-schema/from-json-schema.ts', elsewhere, 'before !== undefined', "target === '2020-12' ? new"),
  ...of('json-schema/from-json-schema.ts', same, 'DIALECTS.get', 'json-schema\\.org'),
  ...of('json-schema/flatten.ts', typed, 'default: return undefined'),
  ...of('json-schema/known.ts', typed, 'RANGE.exec(name) ?? []', 'format?.types ?? []', 'others.length === 0'),
  ...of('json-schema/mirror.ts', typed, 'Array.isArray(value) ? value : []', 'const shownOnly', 'new t.RefinementType(constraints'),
  ...of('json-schema/schema-type.ts', typed, 'steps[last]?.codec', 'branches[i] ?? []', "base?._tag === 'UnionType'", 'const never', 'new t.RefinementType(constraint'),
  ...of('json-schema/schema-type.ts', same, 'i === last ? next : value', 'fault.message !== undefined', 'literals.length > 0'),
  ...of('json-schema/schema-type.ts', limit, 'depth < MAX_NESTED', 'stepsTo(member, key, depth + 1)'),
  ...of('compile/closures.ts', cost,
    'this.runs[node.id]', 'shape.struct === undefined', "node.onUndefined === 'unknown'", "field.key === '__proto__'", 'always: known !== undefined', 'read.length < WIDTH', '(all.length - 1 - i) * WIDTH', 'keys.length === 0',
    'result !== value', "shape.kind === 'literal' ? shape.value", "typeof text === 'string'"),
  ...of('compile/closures.ts', same, 'optional || !maybeAdded(field)', 'value === undefined && !Object.hasOwn', 'result === FAIL ? FAIL : strip', 'found === found'),
  ...of('compile/compile.ts', elsewhere, "codegen === 'always' && !mayGenerate()"),
  ...of('compile/compile.ts', typed, "'generated' : 'closures'"),
  ...of('compile/engine.ts', typed, 'this.options.onThrow?.(', 'answer.left[0]?.context[0]?.type'),
  ...of('compile/engine.ts', cost, 'this.compiled !== undefined) return true', 'this.hopeless', 'memo.used', 'answer.left.length > maxErrors'),
  ...of('compile/engine.ts', again, 'catch (thrown)'),
  ...of('compile/generated.ts', written, "builder('...o', fields, [])", 'const runs:'),
  ...of('compile/glance.ts', typed, 'default: return false'),
  ...of('compile/glance.ts', same, "shape.kind !== 'is'"),
  ...of('compile/mirror.ts', cost,
    'run === undefined', 'result === FAIL && sink !== undefined', 'run !== undefined && !node.context', 'result !== FAIL || sink === undefined', 'memo.acceptedItems(node, value)', 'isFull(sink)) return FAIL', 'result.left.length === 0'),
  ...of('compile/mirror.ts', typed, 'sink?.errors.push', 'sink !== undefined && !isFull(sink)'),
  ...of('compile/mirror.ts', again, 'sink.errors.length = before', 'sink?.errors.length ?? 0'),
  ...of('compile/mirror.ts', same, 'group.some((one) => one === found)', 'result === FAIL ? FAIL : strip', "case 'any'"),
  ...of('compile/orders.ts', same, 'i < a.length'),
  ...of('compile/orders.ts', cost, 'equal(this.last.names, names)'),
  ...of('compile/plan.ts', typed, "shape.kind === 'exact'"),
  ...of('compile/read.ts', typed, 'default: return', 'internals.', 'keys === undefined', 'index === undefined', 'struct.known !== undefined'),
  ...of('compile/read.ts', written, "shape: { kind: 'any' }", 'if (codec !== undefined) this.seen.set'),
  ...of('compile/read.ts', same, "tag === 'RecursiveType' &&"),
  ...of('compile/replay.ts', cost, '!node.context', 'position < refused'),
  ...of('compile/run.ts', written, 'const values: Array<unknown> = []'),
  ...of('compile/source.ts', typed, 'throw new Error(`no', "shape.kind === 'literal' ? shape.value"),
  ...of('compile/source.ts', written, "this.declarations.set(node, '')", 'readonly values: Array<unknown> = []'),
  ...of('compile/thrift.ts', cost, 'one.length >= limit'),
  ...of('compile/thrift.ts', typed, 'one === null'),
  ...of('compile/thrift.ts', limit, '++count >= limit'),
  ...of('compile/trust.ts', typed, 'all.every(isReadable)'),
  ...of('compile/trust.ts', same, 'keyof: t.keyof', "t.recursion<unknown>('sample'")
]
