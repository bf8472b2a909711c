/**
 * What TypeScript knows of tools by their own types: their names, their arguments, their answers, and whether an
 * `output` can fit them.
 */
import type { Left, Right } from 'fp-ts/lib/Either.js'
import type { None, Some } from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { CodecLike } from '../codec/standard-schema.js'
import type { Readable } from '../guard/kernel.js'

/**
 * A type of which nothing is known: tools that are found later, names that are any text.
 * @category Adapters @since 0.1.0
 */
// oxlint-disable-next-line typescript/no-explicit-any -- `unknown` would refuse every callback that looks at its arguments.
export type Untyped = any

type IsUntyped<A> = 0 extends 1 & A ? true : false

// -- names

/** Tools by their names: a record stands for itself; of an array, those whose name is known as a literal. */
export type ByName<Tools> =
  IsUntyped<Tools> extends true
    ? Untyped
    : Tools extends ReadonlyArray<infer Item>
      ? { readonly [Tool in Item as NameOf<Tool>]: string extends NameOf<Tool> ? Untyped : Tool }
      : Tools

type NameOf<Tool> = Tool extends { readonly name: infer Name extends string } ? Name : string

// -- arguments

// Where a framework's tool keeps its function; some may have none.
type RunKey = 'execute' | 'handler' | 'func' | 'run'

type Run<Tool> = [keyof Tool & RunKey] extends [never] ? Tool : NonNullable<Tool[keyof Tool & RunKey]>

/** The arguments that the model sends to a tool, as its own function takes them. */
export type ArgsOf<Tool> =
  IsUntyped<Tool> extends true
    ? Untyped
    : [Tool] extends [{ readonly parameters: CodecLike<infer Args> }]
      ? Args
      : Run<Tool> extends (args: infer Args, ...rest: Array<never>) => unknown
        ? unknown extends Args
          ? Untyped
          : Args
        : Untyped

/** The arguments of a plain function: its only one, or all of them as an array. */
export type ArgsOfFunction<F> = F extends (...args: infer Args) => unknown
  ? Args extends readonly []
    ? unknown
    : Args extends readonly [unknown, unknown, ...ReadonlyArray<unknown>]
      ? Args
      : OneOf<Args> | (Args extends readonly [unknown?] ? never : Args)
  : ArgsOf<F>

// An array by itself would look like several arguments.
type OneOf<Args extends ReadonlyArray<unknown>> = Args[0] extends infer One
  ? One extends ReadonlyArray<unknown>
    ? [One]
    : One
  : never

// -- answers

/** What is Right or Some in an Either or an Option; the rest rejects. */
type Unwrapped<A> = A extends Right<infer R> | Some<infer R> ? R : A extends Left<unknown> | None ? never : A

/** A function's answer; `unknown` for a Response, a stream or bytes, which the guard reads. */
type Resolved<A> = Unwrapped<A> extends infer R ? (R extends Readable | Uint8Array | ArrayBuffer ? unknown : R) : never

// What is yielded comes one after the other, and the last is the answer.
type AnswerIn<A> = A extends Readable
  ? unknown
  : A extends AsyncIterable<infer Part>
    ? Part
    : A extends { readonly content: ReadonlyArray<unknown> }
      ? Untyped
      : Resolved<A>

/** What a tool answers by itself; nothing is known of results of MCP. */
export type AnswerOf<Tool> =
  IsUntyped<Tool> extends true
    ? Untyped
    : Run<Tool> extends (...args: Array<never>) => infer R
      ? AnswerIn<Awaited<R>>
      : Untyped

// -- outputs

// By one field alone, and not by the whole of `StandardSchemaLike`: a schema of zod is a large type.
interface SchemaOf<Types> {
  readonly '~standard': { readonly types?: Types | undefined }
}

/** What a codec or a schema makes of an answer. @category Adapters @since 0.1.0 */
export type Decoded<C> =
  C extends SchemaOf<{ readonly output: infer A }> ? A : C extends t.Decoder<unknown, infer A> ? A : never

/** The payload that the checks of a rule see: that of its `output`, else the tool's own answer. */
// While TypeScript infers a rule, the codec that is not there is `never`; afterwards it is `unknown`, and nothing is
// decoded by either.
export type PayloadOf<Answer, C> =
  IsUntyped<C> extends true ? Untyped : [Decoded<C>] extends [never] ? Answer : Decoded<C>

// What a codec or a schema reads.
type Read<C> = C extends SchemaOf<{ readonly input: infer I }> ? I : C extends t.Type<infer _, infer O> ? O : unknown

// A text may be any member of an enumeration, and an object may write itself as JSON.
type Wide<A> = A extends string
  ? string
  : A extends number
    ? number
    : A extends boolean
      ? boolean
      : A extends object
        ? unknown
        : A

/**
 * Why no answer fits an `output`, in words; `never` where one may. A text may be JSON, and where a type is wider than
 * what is read, the codec is there to refuse the rest.
 */
type Misfit<A, I> = true extends FitsOne<A, I> ? never : MisfitOf<A, I>

type FitsOne<A, I> = A extends unknown
  ? I extends unknown
    ? [MisfitOf<A, I>] extends [never]
      ? true
      : false
    : never
  : never

type MisfitOf<A, I> = unknown extends A | I
  ? never
  : A extends { readonly toJSON: (...args: Array<never>) => infer Json }
    ? Misfit<Json, I>
    : A extends ReadonlyArray<infer X>
      ? I extends ReadonlyArray<infer Y>
        ? Misfit<X, Y>
        : 'the tool answers an array'
      : A extends object
        ? I extends ReadonlyArray<unknown>
          ? 'the tool answers no array'
          : I extends object
            ? { [K in keyof I]-?: MisfitAt<A, I, K> }[keyof I]
            : 'the tool answers an object'
        : never

// An answer need not have the keys of a record.
type MisfitAt<A, I, K extends keyof I> = K extends keyof A
  ? [Wide<A[K]> & Wide<I[K]>] extends [never]
    ? `the tool answers another type of \`${K & string}\``
    : never
  : undefined extends I[K]
    ? never
    : {} extends Pick<I, K>
      ? never
      : `the tool answers no \`${K & string}\``

/**
 * A codec or a schema for a tool that answers `Answer`, or what is wrong with it; `false` where the tool's own is not
 * to judge. A codec that reads a `_tag` is given the Either or the Option itself.
 */
// `C & CodecLike` would say the same, and take TypeScript seven times as long.
export type OutputFor<Answer, C> = [Decoded<C>] extends [never]
  ? CodecLike<unknown> | false
  : [Read<C>] extends [{ readonly _tag: unknown }]
    ? C
    : [Misfit<Answer, Read<C>>] extends [never]
      ? C
      : Misfit<Answer, Read<C>>

// -- results

type Encoded<C> = C extends SchemaOf<unknown> ? Decoded<C> : C extends t.Type<infer _, infer O> ? O : Decoded<C>

/** A value as JSON carries it: a result that holds what JSON lacks is written and read again. */
type AsJson<A> =
  IsUntyped<A> extends true
    ? Untyped
    : unknown extends A
      ? unknown
      : A extends Date | bigint | ArrayBufferView
        ? string
        : A extends None
          ? null
          : A extends Some<infer Value>
            ? AsJson<Value>
            : A extends object
              ? { [K in keyof A]: AsJson<A[K]> }
              : A

// JSON text comes back as text, and `unknown` may be one.
type TextIn<A> = IsUntyped<A> extends true ? never : unknown extends A ? string : A extends string ? string : never

/**
 * The result of a guarded function that answers `A`: its own answer or, with an `output`, what that makes of it.
 * @category Adapters @since 0.1.0
 */
export type ResultOf<A, C> = [Decoded<C>] extends [never]
  ? Resolved<A>
  : Unwrapped<A> extends infer Own
    ? | TextIn<Own>
      | ([Own] extends [string] ? (IsUntyped<Own> extends true ? AsJson<Encoded<C>> : never) : AsJson<Encoded<C>>)
    : never
