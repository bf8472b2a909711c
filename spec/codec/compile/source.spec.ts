/** The text itself: what a node costs can be read from it, and from nothing else. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { fromNullable } from 'io-ts-types/lib/fromNullable.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { Memo } from '../../../lib/codec/compile/memo.js'
import { readPlan } from '../../../lib/codec/compile/read.js'
import { Constants, Writer } from '../../../lib/codec/compile/source.js'

// Only its place among the constants matters.
const nothing = (): never => {
  throw new Error('not to be run')
}

/** The functions of a codec's nodes, its own first, without blank lines. */
const written = (codec: t.Mixed): ReadonlyArray<string> => {
  const writer = new Writer(new Constants(), {
    memo: new Memo(),
    slow: () => nothing,
    put: () => nothing,
    finish: () => ({ accepted: () => 'accepted', refused: () => 'refused' })
  })
  writer.functionOf(readPlan(codec).root)
  return Array.from(writer.declarations.values(), (text) => text.replaceAll(/\n+/g, '\n'))
}

const NOT_FIELDS = 'typeof v !== "object" || v === null || isArray(v)'

describe('Constants', () => {
  it('names a value once, and both zeros', () => {
    const constants = new Constants()
    const names = [t.string, 'a', 0, t.string, -0, 'a', undefined].map((value) => constants.of(value))
    expect(names).to.deep.equal(['d0', 'd1', 'd2', 'd0', 'd3', 'd1', 'd4'])
    expect(constants.values).to.deep.equal([t.string, 'a', 0, -0, undefined])
  })
})

describe('Writer', () => {
  it('writes one pass over the fields of a strict type, with conditions where nothing changes', () => {
    const codec = t.strict({
      id: t.string,
      n: NumberFromString,
      nick: t.union([t.string, t.undefined]),
      tags: t.array(t.number)
    })
    expect(written(codec)).to.deep.equal([
      `function n0(v, c) {
if (${NOT_FIELDS}) return FAIL;
let x, r, s;
x = v["id"];
if (!(typeof x === "string")) { return s === undefined ? FAIL : d1(v, s, c, 0); }
x = v["n"];
r = n3(x, enter(c, "n", d2, x));
if (r !== x) { if (r === FAIL) { return s === undefined ? FAIL : d1(v, s, c, 1); } s = d0(s, 0, r, x); }
if (x === undefined && r === undefined && !hasOwn(v, "n")) s = d0(s, 0, ADDED, x);
x = v["nick"];
r = undefined;
if (!((typeof x === "string" || typeof x === "undefined"))) { return s === undefined ? FAIL : d1(v, s, c, 2); }
if (x === undefined && r === undefined && !hasOwn(v, "nick")) s = d0(s, 1, ADDED, x);
x = v["tags"];
r = n6(x);
if (r !== x) { if (r === FAIL) { return s === undefined ? FAIL : d1(v, s, c, 3); } s = d0(s, 2, r, x); }
return d5(v, s, c);
}`,
      'const n3 = ask(d2);',
      `function n6(v, c) {
if (!isArray(v)) return FAIL;
let a = v, r;
for (let i = 0, n = v.length; i < n; i++) {
const x = v[i];
if (!(typeof x === "number")) { return d3.stop(d4, v, i); }
if (x !== x) { r = x; if (a === v) a = v.slice(); a[i] = r; }
}
return a;
}`
    ])
  })

  it('lets optional fields be missing, and asks only user code what becomes of them', () => {
    const codec = t.partial({ a: t.string, d: fromNullable(t.string, 'x'), r: t.refinement(t.unknown, () => true) })
    expect(written(codec)).to.deep.equal([
      `function n0(v, c) {
if (${NOT_FIELDS}) return FAIL;
let x, r, s;
x = v["a"];
if (x !== undefined) {
if (!(typeof x === "string")) { return s === undefined ? FAIL : d1(v, s, c, 0); }
}
x = v["d"];
r = n2(x, enter(c, "d", d2, x));
if (r !== x) { if (r !== FAIL) s = d0(s, 0, r, x); else if (x !== undefined) { return s === undefined ? FAIL : d1(v, s, c, 1); } }
x = v["r"];
if (!((true && d3(x))) && x !== undefined) { return s === undefined ? FAIL : d1(v, s, c, 2); }
if (x !== x) s = d0(s, -1, x, x);
return s === undefined ? v : d4(v, s, c);
}`,
      'const n2 = ask(d2);'
    ])
  })

  it('copies a tuple for its first change', () => {
    expect(written(t.tuple([t.string, t.literal(0)]))).to.deep.equal([
      `function n0(v, c) {
if (!isArray(v)) return FAIL;
let a = v.length > 2 ? v.slice(0, 2) : v, x, r;
x = v[0];
if (!(typeof x === "string")) { return FAIL; }
x = v[1];
r = n2(x);
if (r !== x) { if (r === FAIL) { return FAIL; } if (a === v) a = v.slice(); a[1] = r; }
return a;
}`,
      'function n2(v, c) {\nreturn v === d0 ? d1 : FAIL;\n}'
    ])
  })

  it('lets a union remember what it refused, where two members look beneath', () => {
    const [A, B] = [t.type({ a: t.string }), t.type({ b: t.string })]
    expect(written(t.union([A, B, t.null]))[0]).to.equal(`function n0(v, c) {
let r;
if (d0.wasRefused(0, v, false)) return FAIL;
r = n1(v);
if (r !== FAIL) return r;
r = n3(v);
if (r !== FAIL) return r;
if (v === null) return v;
return d0.refuse(0, v);
}`)
    expect(written(t.union([A, t.null]))[0]).to.equal(`function n0(v, c) {
let r;
r = n1(v);
if (r !== FAIL) return r;
if (v === null) return v;
return FAIL;
}`)
  })

  it('goes by the tag where there is one', () => {
    const codec = t.union([
      t.type({ kind: t.literal('a') }),
      t.type({ kind: t.union([t.literal('b'), t.literal(2)]) }),
      t.type({ kind: t.literal('c') })
    ])
    const tagged = t.union([
      t.type({ kind: t.literal('a') }),
      t.union([t.type({ kind: t.literal('b') }), t.type({ kind: t.literal(2) })])
    ])
    expect(written(codec)[0]).to.include('n1(v)').and.not.include('switch')
    expect(written(tagged)[0]).to.equal(`function n0(v, c) {
if (${NOT_FIELDS}) return FAIL;
switch (v["kind"]) {
case "a": return n1(v);
case "b": case d3: return n3(v);
}
return FAIL;
}`)
  })

  it('merges what the members of an intersection made, and reads it in one pass where they are plain', () => {
    const [A, B] = [t.type({ a: t.string }), t.partial({ b: t.string })]
    expect(written(t.intersection([t.strict({ a: t.string }), B]))[0]).to.equal(`function n0(v, c) {
const r0 = n1(v);
if (r0 === FAIL) return FAIL;
const r1 = n4(v);
if (r1 === FAIL) return FAIL;
return r0 === v && r1 === v ? v : merge(v, [r0, r1]);
}`)
    expect(written(t.intersection([A, B]))).to.have.length(1)
    expect(written(t.exact(t.intersection([A, B])))).to.have.length(1)
    expect(written(t.exact(t.refinement(A, () => true)))[0]).to.equal(`function n0(v, c) {
if (${NOT_FIELDS}) return FAIL;
const r = n1(v, c);
return r === FAIL ? FAIL : strip(r, d4);
}`)
  })

  it('looks up one of many texts, and compares one of few or with other literals among them', () => {
    const anyOf = (values: ReadonlyArray<string | boolean | number>): string | undefined =>
      written(t.union(values.map((value) => t.literal(value)) as ReadonlyArray<t.Mixed> as [t.Mixed, t.Mixed]))[0]
    const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const compared =
      '(v === "a" || v === "b" || v === "c" || v === "d" || v === "e" || v === "f" || v === "g" || v === "h"'
    expect(anyOf([...eight, 'i'])).to.equal('function n0(v, c) {\nreturn d0.has(v) ? v : FAIL;\n}')
    expect(anyOf(eight)).to.equal(`function n0(v, c) {\nreturn ${compared}) ? v : FAIL;\n}`)
    expect(anyOf([...eight, true])).to.equal(`function n0(v, c) {\nreturn ${compared} || v === true) ? v : FAIL;\n}`)
    expect(anyOf([...eight, 1])).to.equal(`function n0(v, c) {\nreturn ${compared} || v === d0) ? v : FAIL;\n}`)
    expect(written(t.union([t.string, t.number]))[0]).to.equal(
      'function n0(v, c) {\nreturn (typeof v === "string" || typeof v === "number") ? v : FAIL;\n}'
    )
  })

  it('writes each primitive as a condition', () => {
    const conditions: ReadonlyArray<readonly [t.Mixed, string]> = [
      [t.string, 'typeof v === "string"'],
      [t.number, 'typeof v === "number"'],
      [t.boolean, 'typeof v === "boolean"'],
      [t.bigint, 'typeof v === "bigint"'],
      [t.undefined, 'typeof v === "undefined"'],
      [t.Function, 'typeof v === "function"'],
      [t.null, 'v === null'],
      [t.UnknownArray, 'isArray(v)'],
      [t.object, '(typeof v === "object" && v !== null)'],
      [t.UnknownRecord, '(typeof v === "object" && v !== null && !isArray(v))'],
      [t.never as unknown as t.Mixed, 'false'],
      [t.unknown, 'true'],
      [t.keyof({ a: null }), '(typeof v === "string" && hasOwn(d0, v))'],
      [t.intersection([t.string, t.unknown]), '(typeof v === "string" && true)']
    ]
    for (const [codec, condition] of conditions)
      expect(written(codec), codec.name).to.deep.equal([`function n0(v, c) {\nreturn ${condition} ? v : FAIL;\n}`])
  })

  it('leaves objects with a field `__proto__` to the slow way', () => {
    expect(written(t.type({ a: t.string, ['__proto__']: t.unknown }))[0]).to.equal(
      'function n0(v, c) {\nreturn d0(v, c);\n}'
    )
  })
})
