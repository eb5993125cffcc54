import { type AmfValue, readAmf, readAmfPartly } from './amf0.ts'
import { RtmpFault } from './fault.ts'
import { RTMP_LIMITS } from './limits.ts'
import { MESSAGE, type RtmpMessage } from './messages.ts'

export interface RtmpCommand {
  readonly name: string
  readonly transactionId: number
  /** The command object and the arguments. */
  readonly args: readonly AmfValue[]
}

/** @throws RtmpFault */
export function readCommand({ type, body }: RtmpMessage): RtmpCommand {
  // A command in AMF3 begins with a byte of 0, and its values are AMF0 unless they say otherwise.
  const values = type === MESSAGE.commandAmf3 ? body.subarray(1) : body
  const [name, transactionId, ...args] = readAmfPartly(values)
  if (typeof name !== 'string') throw new RtmpFault('a command without a name')
  return { name, transactionId: typeof transactionId === 'number' ? transactionId : 0, args }
}

/** Reads the values of script data. Returns none if the data cannot be read, because playback does not need it. */
export function readScript({ type, body }: RtmpMessage): AmfValue[] {
  if (body.length > RTMP_LIMITS.maxCommandBytes) return []
  try {
    return readAmf(type === MESSAGE.dataAmf3 ? body.subarray(1) : body)
  } catch (error) {
    if (error instanceof RtmpFault) return []
    throw error
  }
}
