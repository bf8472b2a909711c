/** What each subpath gives away: a name that appears or goes missing here is a decision, not an accident. */
import { expect } from 'chai'

const EXPORTS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'guarded-call': [
    'CODES',
    'EMPTY_AUDIT',
    'FiniteNumber',
    'IsoDateTime',
    'NonEmptyText',
    'SafeInteger',
    'ToolError',
    'addAudits',
    'argumentFeedback',
    'auditHistory',
    'closed',
    'compile',
    'countMatches',
    'detectFormat',
    'detectLoop',
    'detectMorePages',
    'echoes',
    'errorEnvelope',
    'explain',
    'failed',
    'failureCap',
    'firstCallOf',
    'formatPath',
    'fresh',
    'fromStandardSchema',
    'guardedCall',
    'incomplete',
    'integerBetween',
    'judge',
    'lessons',
    'lessonsFromJSON',
    'looksLikePlaceholder',
    'looksLikeSlugId',
    'loopError',
    'loopWindow',
    'matchToolError',
    'morePages',
    'nonEmpty',
    'oneOf',
    'openSession',
    'openTurn',
    'partialData',
    'redactor',
    'repairArguments',
    'repairHistory',
    'schemaMismatch',
    'semanticGarbage',
    'structuredOutput',
    'toExchanges',
    'toJsonSchema',
    'toModelText',
    'toStandardSchema',
    'withPartial',
    'within'
  ],
  'guarded-call/http': ['httpTool', 'retryBudget'],
  'guarded-call/sql': ['BigIntFromText', 'DateText', 'NumberFromNumeric', 'NumericText', 'TimestampDate', 'sqlTool'],
  'guarded-call/log': ['guardLogger'],
  'guarded-call/traffic': [
    'Baseline',
    'TrafficRecord',
    'calibrate',
    'changeCodec',
    'driftOf',
    'inferCodecs',
    'observer',
    'readRecords',
    'recorder'
  ],
  'guarded-call/redis': ['redisStore'],
  'guarded-call/postgres': ['budgetTable', 'postgresStore'],
  'guarded-call/json-schema': ['fromJsonSchema', 'toJsonSchema'],
  'guarded-call/otel': ['otelObserver'],
  'guarded-call/openai': [
    'answerChatToolCalls',
    'answerResponsesToolCalls',
    'chatToolDefinitions',
    'guardTools',
    'responsesToolDefinitions',
    'toTools'
  ],
  'guarded-call/anthropic': ['answerToolCalls', 'guardTools', 'toTools', 'toolDefinitions'],
  'guarded-call/ai-sdk': ['guardTools', 'repairStep', 'toTools'],
  'guarded-call/langchain': ['guardMiddleware', 'guardTools', 'repairMiddleware', 'toTools'],
  'guarded-call/openai-agents': ['guardMcpServer', 'guardTools', 'toTools'],
  'guarded-call/mastra': ['guardTools', 'toTools'],
  'guarded-call/claude-agent': ['guardHooks', 'guardTools'],
  'guarded-call/mcp': ['guardTools', 'toTools', 'toolHandlers']
}

for (const [subpath, names] of Object.entries(EXPORTS)) {
  describe(subpath, () => {
    it('exports exactly these names', async () => {
      const loaded = (await import(subpath)) as Record<string, unknown>
      expect(Object.keys(loaded).sort()).to.deep.equal(names)
    })
  })
}
