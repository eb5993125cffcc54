import { derivedKey } from '../../library/index.ts'
import type { Run } from './part-states.ts'

/** The stored audio of a run: 16-bit samples at 16 kHz. */
export const audioKey = ({ id, runId }: Run) => derivedKey(id, `audio-${runId}.pcm`)
