/** A codec that answers by itself until it is worth compiling, and by its program from then on. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AnyDecoder, Plan } from './plan.js'
import { programOf, type BackEnd, type Program } from './program.js'
import { readPlan } from './read.js'
import { FAIL, NOWHERE } from './run.js'
import { Thrift } from './thrift.js'
import { decodesByValidate } from './trust.js'

// -- model

export interface EngineOptions {
  /** Asked when the codec is compiled. */
  readonly backEnd: () => BackEnd
  /** Whether objects may have keys that `for…in` does not show: those of `JSON.parse` have not. */
  readonly hidden: boolean
  /** Whether the codec is asked itself while that costs less than compiling. */
  readonly thrifty: boolean
  /** Told why io-ts is left to answer: what was thrown, mostly. */
  readonly onThrow?: (thrown: unknown) => void
}

type Answer = t.Validation<unknown>

// -- destructors

const capped = (answer: Answer, maxErrors: number): Answer =>
  E.isLeft(answer) && answer.left.length > maxErrors ? E.left(answer.left.slice(0, maxErrors)) : answer

// `decode` is bound to the codec that it was made for; a clone under another name still reports errors as the original.
const namedInErrors = (codec: AnyDecoder, { root }: Plan): AnyDecoder => {
  if (root.onUndefined !== 'refused') return codec
  const answer = codec.decode(undefined)
  return E.isLeft(answer) ? (answer.left[0]?.context[0]?.type ?? codec) : codec
}

// -- the engine

export class Engine {
  private readonly thrift: Thrift | undefined
  private compiled: { readonly plan: Plan; readonly program: Program; readonly type: AnyDecoder } | undefined
  // What cannot be compiled: an opaque codec, one whose definition throws, one that decodes otherwise than it validates.
  private hopeless = false

  constructor(
    private readonly codec: AnyDecoder,
    private readonly options: EngineOptions
  ) {
    this.thrift = options.thrifty ? new Thrift() : undefined
  }

  decode(value: unknown, maxErrors: number): Answer {
    if (!this.isReady(value, maxErrors)) return capped(this.codec.decode(value), maxErrors)
    const { plan, type } = this.compiled!
    const enter = (): t.Context => [{ key: '', type, actual: value }]
    return this.answer(value, plan.root.context ? enter() : NOWHERE, enter, maxErrors)
  }

  validate(value: unknown, context: t.Context, maxErrors: number): Answer {
    if (!this.isReady(value, maxErrors)) return capped(this.codec.validate(value, context), maxErrors)
    return this.answer(value, context, () => context, maxErrors)
  }

  private isReady(value: unknown, maxErrors: number): boolean {
    if (this.compiled !== undefined) return true
    if (this.hopeless || this.thrift?.spend(this.codec, value, maxErrors) === true) return false
    this.compile()
    return this.compiled !== undefined
  }

  private compile(): void {
    try {
      const plan = readPlan(this.codec)
      if (plan.root.shape.kind === 'opaque' || !decodesByValidate(this.codec)) this.hopeless = true
      else
        this.compiled = {
          plan,
          program: programOf(plan, this.options.backEnd(), this.options.hidden),
          type: namedInErrors(this.codec, plan)
        }
    } catch (thrown) {
      this.hopeless = true
      this.options.onThrow?.(thrown)
    }
  }

  // Whatever throws on the way (user code, a getter, a proxy, the end of the stack): io-ts itself then decides.
  private answer(value: unknown, context: t.Context, enter: () => t.Context, maxErrors: number): Answer {
    const { plan, program } = this.compiled!
    const { run, mirror, memo } = program
    try {
      const result = run(value, context)
      if (result !== FAIL) return E.right(result)
      const errors: Array<t.ValidationError> = []
      mirror(plan.root, value, enter(), { errors, limit: maxErrors })
      if (errors.length > 0) return E.left(errors)
      // The value reads differently each time.
      this.options.onThrow?.(new Error('nothing was found against a value that was refused'))
    } catch (thrown) {
      this.options.onThrow?.(thrown)
    } finally {
      if (memo.used) memo.forget()
    }
    return capped(this.codec.validate(value, enter()), maxErrors)
  }
}
