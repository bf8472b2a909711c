/** What an adapter's spec tells of the adapter: how its framework makes calls, and what it cannot do. */
import type { MaybePromise } from '../../core/foreign/index.js'
import type { AnyGuardedCall, Turn } from '../../guard/kernel.js'
import type { GuardToolsOptions } from '../../toolset/in-place.js'

/** A call that a model asks for. @category Conformance @since 0.1.0 */
export interface AskedCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** What the model reads of one call. @category Conformance @since 0.1.0 */
export interface ReplyToModel {
  /** Null where the framework's format has none. */
  readonly id: string | null
  readonly text: string
  /** Null where the format has no flag for it. */
  readonly isError: boolean | null
  /** What the framework's tool threw. */
  readonly thrown?: unknown
  /** What the framework is handed: a write that ran before gives the same again. @default not compared */
  readonly value?: unknown
}

/** What the model is told of a tool. @category Conformance @since 0.1.0 */
export interface DefinedTool {
  readonly name: string
  readonly description: string | undefined
  readonly schema: unknown
}

/** The options of guarded calls as tools. @category Conformance @since 0.1.0 */
export interface RunWith {
  readonly turn: Turn
  readonly signal?: AbortSignal
  readonly maxChars?: number
}

/** Tools that an adapter makes of guarded calls. @category Conformance @since 0.1.0 */
export interface CallsUnderTest {
  readonly definitions: (calls: ReadonlyArray<AnyGuardedCall>) => MaybePromise<ReadonlyArray<DefinedTool>>
  /** One step of a model that asks for all of these at once. */
  readonly answer: (
    calls: ReadonlyArray<AnyGuardedCall>,
    asked: ReadonlyArray<AskedCall>,
    run: RunWith
  ) => Promise<ReadonlyArray<ReplyToModel>>
  /** Whether the call's own id stands in the records. @default true */
  readonly tellsIds?: boolean
  /** Whether a call can be aborted. @default true */
  readonly aborts?: boolean
  /** Whether the adapter sees which calls one message of the model asks for. @default true */
  readonly seesMessages?: boolean
  /** Whether the adapter itself answers for tools that are not there. @default true */
  readonly answersUnknown?: boolean
  /** Whether a valid page is no error, and the model reads beside it what is missing. @default false */
  readonly handsPages?: boolean
  /** The options that no other adapter has. @default none */
  readonly ownOptions?: ReadonlyArray<string>
}

/** What a tool of the framework does, for the suite to say. @category Conformance @since 0.1.0 */
export type PlainRun = (args: Record<string, unknown>, context: { readonly signal: AbortSignal | undefined }) => unknown

/** Responses of a text and a picture. @category Conformance @since 0.1.0 */
export interface PicturesUnderTest {
  readonly shown: (text: string, picture: string) => unknown
  /**
   * The same by which a tool says that it failed, returned or thrown.
   * @default an error of the framework has no pictures
   */
  readonly failing?: (text: string, picture: string) => unknown
}

/** Tools that an adapter guards where they stand. @category Conformance @since 0.1.0 */
export interface ToolsUnderTest {
  /** Makes tools of the framework, guards them in place, and gives what one call of the model comes to. */
  readonly guard: (
    tools: Readonly<Record<string, PlainRun>>,
    options: GuardToolsOptions
  ) => (asked: AskedCall) => Promise<ReplyToModel>
  /**
   * The same of tools whose own schema, or parser, fills in `q: 'x'`.
   * @default no tool of the framework has one that the adapter sees
   */
  readonly guardFilling?: ToolsUnderTest['guard']
  /**
   * What a tool answers with a picture, base64, in the framework's form.
   * @default no model of the framework reads any, as the adapter sees it
   */
  readonly pictures?: PicturesUnderTest
  /** How the framework writes a payload for the model. @default JSON, text unchanged */
  readonly write?: (payload: unknown) => string
  /** Whether the tool is told when its time is over. @default true */
  readonly passesSignal?: boolean
  /**
   * Whether the adapter sees what the tool answered, and not only the text that the framework made of it.
   * @default true
   */
  readonly seesValues?: boolean
  /** Whether it is the adapter that runs the tool, and can give it up. @default true */
  readonly runsTools?: boolean
  /** Whether the tool can be given other arguments than those that the model sent. @default true */
  readonly repairs?: boolean
  /**
   * Whether the framework makes a text for the model of whatever a tool throws, before the adapter sees it.
   * @default false
   */
  readonly tellsThrown?: boolean
  /** Whether the adapter throws its errors. @default false */
  readonly throws?: boolean
  /** Whether a valid page is no error, and the model reads beside it what is missing. @default false */
  readonly handsPages?: boolean
  /** The options that no other adapter has. @default none */
  readonly ownOptions?: ReadonlyArray<string>
}

/** An adapter whose promises are tried: either way in, or both. @category Conformance @since 0.1.0 */
export interface AdapterUnderTest {
  readonly fromCalls?: CallsUnderTest
  readonly inPlace?: ToolsUnderTest
}

/** What every adapter promises of one way in, by names. */
export type Promises<UnderTest> = Readonly<Record<string, (adapter: UnderTest) => Promise<void>>>
