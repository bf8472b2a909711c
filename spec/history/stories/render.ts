/** Writes a story in each format, as the SDKs would: results of one step in one message where the format does so. */
import type { HistoryFormat } from '../../../lib/history/formats.js'
import type { CallPiece, Piece, Story } from './story.js'

type Message = Readonly<Record<string, unknown>>
type Model = Extract<Piece, { kind: 'model' }>
type ResultPiece = Extract<Piece, { kind: 'result' }>

const PICTURES: Readonly<Record<HistoryFormat, Message>> = {
  openai: { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  'openai-responses': { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
  anthropic: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  'ai-sdk': { type: 'media', data: 'AAAA', mediaType: 'image/png' },
  langchain: { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
}

/** What a tool gave, as programs put it into a history of a format. */
const contentOf = ({ text, form }: ResultPiece, format: HistoryFormat): unknown => {
  const type = format === 'openai-responses' ? 'input_text' : 'text'
  switch (form) {
    case 'empty':
      return []
    case 'blank':
      return [{ type, text: '' }]
    case 'data':
      return { total: 12, note: text }
    case 'missing':
      return null
    case 'texts':
      return [text, text]
    case 'picture':
      return [{ type, text }, PICTURES[format]]
    default:
      return text
  }
}

const json = ({ args, cut }: CallPiece): string => (cut === true ? '{"id": 1, "que' : JSON.stringify(args))

const openai = (piece: Piece): ReadonlyArray<Message> => {
  if (piece.kind === 'user')
    return [{ role: 'user', content: piece.text, ...(piece.name === undefined ? {} : { name: piece.name }) }]
  if (piece.kind === 'result') return [{ role: 'tool', tool_call_id: piece.id, content: contentOf(piece, 'openai') }]
  const tool_calls = piece.calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: json(call) }
  }))
  return [
    {
      role: 'assistant',
      content: piece.text === '' ? null : piece.text,
      ...(piece.calls.length > 0 || piece.emptyCalls === true ? { tool_calls } : {}),
      ...(piece.calls.length > 0 || piece.text !== '' || piece.empty === true || piece.emptyCalls === true
        ? {}
        : { content: '' })
    }
  ]
}

const responses = (piece: Piece, at: number): ReadonlyArray<Message> => {
  if (piece.kind === 'user')
    return [
      at % 2 === 0
        ? { role: 'user', content: piece.text }
        : { type: 'message', role: 'user', content: [{ type: 'input_text', text: piece.text }] }
    ]
  if (piece.kind === 'result')
    return [{ type: 'function_call_output', call_id: piece.id, output: contentOf(piece, 'openai-responses') }]
  const said = {
    type: 'message',
    role: 'assistant',
    id: `msg_${at}`,
    status: 'completed',
    content: [{ type: 'output_text', text: piece.text, annotations: [] }]
  }
  const reasoning = { type: 'reasoning', id: `rs_${at}`, summary: [], encrypted_content: `gAAA${piece.reasoning}` }
  const leads = piece.reasoning !== '' && (piece.reasoningLast === true || piece.text !== '' || piece.calls.length > 0)
  return [
    ...(leads && piece.reasoningLast !== true ? [reasoning] : []),
    ...(piece.hosted === true ? [{ type: 'web_search_call', id: `ws_${at}`, status: 'completed' }] : []),
    ...(piece.text !== '' && piece.textLast !== true ? [said] : []),
    ...piece.calls.map((call, n) => ({
      type: 'function_call',
      id: `fc_${at}_${n}`,
      call_id: call.id,
      name: call.name,
      arguments: json(call),
      status: 'completed'
    })),
    ...(piece.text !== '' && piece.textLast === true ? [said] : []),
    ...(leads && piece.reasoningLast === true ? [reasoning] : [])
  ]
}

const anthropicModel = ({
  text,
  reasoning,
  calls,
  textLast,
  reasoningLast,
  hosted,
  half,
  empty,
  emptyCalls
}: Model): Message => {
  const own = `srvtoolu_${calls.map(({ id }) => id).join('_')}`
  // Half of the halves are code that made the calls.
  const isCode = half === 'call' && calls.length % 2 === 1
  const said = text === '' ? [] : [{ type: 'text', text }]
  const thought = reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning, signature: `sig ${reasoning}` }]
  const content = [
    ...(reasoningLast === true ? [] : thought),
    ...(hosted === true
      ? [
          { type: 'server_tool_use', id: own, name: isCode ? 'code_execution' : 'web_search', input: {} },
          { type: 'web_search_tool_result', tool_use_id: own, content: [] }
        ].filter(({ type }) => half === undefined || (half === 'call') === (type === 'server_tool_use'))
      : []),
    ...(textLast === true ? [] : said),
    ...calls.map((call) => ({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: call.cut === true ? json(call) : call.args,
      ...(isCode ? { caller: { type: 'code_execution_20250825', tool_id: own } } : {})
    })),
    ...(textLast === true ? said : []),
    ...(reasoningLast === true ? thought : [])
  ]
  if (emptyCalls === true) return { role: 'assistant', content: [...content, { type: 'text', text: '\n\n' }] }
  return {
    role: 'assistant',
    content: empty === true ? '' : calls.length === 0 && reasoning === '' && hosted !== true ? text : content
  }
}

const aiSdkModel = ({ text, reasoning, calls, textLast, reasoningLast, hosted, emptyCalls, empty }: Model): Message => {
  const said = text === '' ? [] : [{ type: 'text', text }]
  const thought =
    reasoning === ''
      ? []
      : [{ type: 'reasoning', text: reasoning, providerOptions: { anthropic: { signature: reasoning } } }]
  const content = [
    ...(reasoningLast === true && calls.length === 0 && text === '' ? [] : reasoningLast === true ? [] : thought),
    ...(hosted === true
      ? [
          { type: 'tool-call', toolCallId: 'srv_1', toolName: 'web_search', input: {}, providerExecuted: true },
          { type: 'tool-result', toolCallId: 'srv_1', toolName: 'web_search', output: { type: 'json', value: [] } }
        ]
      : []),
    ...(textLast === true ? [] : said),
    ...calls.map((call) => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: call.cut === true ? json(call) : call.args
    })),
    ...(textLast === true ? said : [])
  ]
  return { role: 'assistant', content: content.length > 0 || emptyCalls === true || empty === true ? content : text }
}

type LangchainForm = (type: string, fields: Message) => Message

const CLASSES: Readonly<Record<string, string>> = { ai: 'AIMessage', human: 'HumanMessage', tool: 'ToolMessage' }

export const LANGCHAIN_FORMS: Readonly<Record<string, LangchainForm>> = {
  dictionary: (type, fields) => ({ type, ...fields }),
  stored: (type, fields) => ({ type, data: fields }),
  serialized: (type, fields) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', CLASSES[type]],
    kwargs: fields
  })
}

const langchain =
  (form: LangchainForm) =>
  (piece: Piece): ReadonlyArray<Message> => {
    if (piece.kind === 'user') return [form('human', { content: piece.text })]
    if (piece.kind === 'result') {
      return [
        form('tool', {
          content: piece.form === 'picture' ? contentOf(piece, 'langchain') : piece.text,
          tool_call_id: piece.id,
          name: piece.name,
          status: piece.failed ? 'error' : 'success'
        })
      ]
    }
    const valid = piece.calls
      .filter(({ cut }) => cut !== true)
      .map(({ id, name, args }) => ({ id, name, args, type: 'tool_call' }))
    const invalid = piece.calls
      .filter(({ cut }) => cut === true)
      .map((call) => ({
        id: call.id,
        name: call.name,
        args: json(call),
        error: 'Malformed args.',
        type: 'invalid_tool_call'
      }))
    const raw = piece.calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: json(call) }
    }))
    return [
      form('ai', {
        content: piece.text,
        tool_calls: valid,
        invalid_tool_calls: invalid,
        additional_kwargs:
          piece.calls.length > 0 && piece.calls.every(({ id }) => typeof id === 'string') ? { tool_calls: raw } : {}
      })
    ]
  }

// -- formats that put the results of a step into one message

const anthropicResult = (piece: ResultPiece): Message => ({
  type: 'tool_result',
  tool_use_id: piece.id,
  content: contentOf(piece, 'anthropic'),
  ...(piece.failed ? { is_error: true } : {})
})

const aiSdkResult = (piece: ResultPiece): Message => ({
  type: 'tool-result',
  toolCallId: piece.id,
  toolName: piece.name,
  output:
    piece.form === 'picture'
      ? { type: 'content', value: contentOf(piece, 'ai-sdk') }
      : { type: piece.failed ? 'error-text' : 'text', value: piece.text }
})

const grouped = (
  story: Story,
  one: (piece: Exclude<Piece, ResultPiece>) => Message,
  many: (results: ReadonlyArray<ResultPiece>) => Message
): ReadonlyArray<Message> => {
  const out: Array<Message> = []
  let open: Array<ResultPiece> = []
  const flush = (): void => {
    if (open.length > 0) out.push(many(open))
    open = []
  }
  for (const piece of story) {
    if (piece.kind !== 'result' || piece.apart === true) flush()
    if (piece.kind === 'result') open.push(piece)
    else out.push(one(piece))
  }
  flush()
  return out
}

const anthropic = (story: Story): ReadonlyArray<Message> =>
  grouped(
    story,
    (piece) => (piece.kind === 'user' ? { role: 'user', content: piece.text } : anthropicModel(piece)),
    (results) => ({
      role: 'user',
      content: results.flatMap((result) => {
        const beside = result.beside === undefined ? [] : [{ type: 'text', text: result.beside.text }]
        return result.beside?.first === true
          ? [...beside, anthropicResult(result)]
          : [anthropicResult(result), ...beside]
      })
    })
  )

const aiSdk = (story: Story): ReadonlyArray<Message> =>
  grouped(
    story,
    (piece) => (piece.kind === 'user' ? { role: 'user', content: piece.text } : aiSdkModel(piece)),
    (results) => ({ role: 'tool', content: results.map(aiSdkResult) })
  )

export const render = (
  format: HistoryFormat,
  story: Story,
  form: LangchainForm = (type, fields) => ({ type, ...fields })
): ReadonlyArray<Message> => {
  switch (format) {
    case 'openai':
      return story.flatMap(openai)
    case 'openai-responses':
      // The same message has the same ids, wherever it stands.
      return story.flatMap((piece) =>
        responses(piece, story.indexOf(piece.kind === 'model' ? (piece.twin ?? piece) : piece))
      )
    case 'anthropic':
      return anthropic(story)
    case 'ai-sdk':
      return aiSdk(story)
    case 'langchain':
      return story.flatMap(langchain(form))
  }
}
