/** Whole answers of status 200 that are not what was promised. */
import { answers, GOOD, JSON_TYPE, read, spoken, type Misbehaviour } from './misbehaviour.js'

const body = (path: string, code: string, text: string, type = JSON_TYPE): Misbehaviour =>
  read(`/bodies/${path}`, code, answers(200, type, text))
const HTML = { 'content-type': 'text/html' }

export const BODIES: ReadonlyArray<Misbehaviour> = [
  body('html', 'html_response', '<!DOCTYPE html><html><body>Sign in</body></html>', HTML),
  body('html-as-json', 'html_response', '<html><title>502 Bad Gateway</title></html>'),
  body('jsonp', 'not_json', `callback(${GOOD})`),
  body('xssi', 'leading_data', `)]}',\n${GOOD}`),
  body('while', 'leading_data', `while(1);\n${GOOD}`),
  body('fence', 'not_json', `\`\`\`json\n${GOOD}\n\`\`\``),
  body('python', 'not_json', "{'orders': []}"),
  body('prose', 'not_json', 'All orders are fine.'),
  body('nan', 'nan_or_infinity', '{"orders":[{"id":1,"total":NaN}]}'),
  body('trailing-comma', 'invalid_json', '{"orders":[],}'),
  body('trailing-data', 'trailing_data', `${GOOD} -- end`),
  body('lines', 'multiple_documents', `${GOOD}\n${GOOD}`),
  body('double-encoded', 'double_encoded', JSON.stringify(GOOD)),
  spoken('/bodies/error-object', 'semantic_garbage', 'not_found', answers(200, {}, '{"error":"no such table"}')),
  body('null', 'schema_violation', 'null'),
  spoken(
    '/bodies/next-page',
    'partial_data',
    'more_pages_available',
    answers(200, { link: '</bodies/next-page?page=2>; rel="next"' }, GOOD)
  ),
  spoken(
    '/bodies/next-cursor',
    'partial_data',
    'more_pages_available',
    answers(200, { link: '</bodies/next-cursor?after=canary-5f0d1c7e>; rel="next"' }, GOOD)
  )
]
