/** The checkpoints of LangGraph's `MemorySaver` as JSON, for another process. */
import { MemorySaver } from '@langchain/langgraph'

/** JSON, in which bytes are base64. */
export type Checkpoints = string

const BYTES = '$bytes'

export const checkpointsOf = ({ storage, writes }: MemorySaver): Checkpoints =>
  JSON.stringify({ storage, writes }, (_, value: unknown) =>
    value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value
  )

export const memorySaver = (checkpoints: Checkpoints = '{}'): MemorySaver =>
  Object.assign(
    new MemorySaver(),
    JSON.parse(checkpoints, (_, value: unknown) =>
      typeof value === 'object' && value !== null && BYTES in value
        ? new Uint8Array(Buffer.from(String(value[BYTES]), 'base64'))
        : value
    )
  )
