/** Reads the output of an earlier `guarded-call calibrate --json`. */
import * as E from 'fp-ts/lib/Either.js'
import { readFile } from 'node:fs/promises'
import { explain } from '../../../codec/explain.js'
import { formatPath } from '../../../core/errors/index.js'
import { Baseline } from '../../calibrate/drift.js'
import { fileReason } from '../reason.js'

const parse = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not JSON. Write a baseline with \`guarded-call calibrate … --json > baseline.json\`.`, {
      cause: error
    })
  }
}

/** Reads a baseline; the error names the fault of the file. */
export const readBaseline = async (path: string): Promise<Baseline> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(fileReason(path, error), { cause: error })
  })
  const decoded = Baseline.decode(parse(path, text))
  if (E.isRight(decoded)) return decoded.right
  const [issue] = explain(decoded.left)
  const where =
    issue === undefined ? '' : `: ${formatPath(issue.path)} should be ${issue.expected}, and is ${issue.received}`
  throw new Error(`${path} is no baseline${where}. Write one with \`guarded-call calibrate … --json > baseline.json\`.`)
}
