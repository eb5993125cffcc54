import {
  isSubtitleFileName,
  type SubtitleFault,
  subtitleFaults,
  subtitleFormats,
  subtitleLimits,
} from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages'
import type { Problem } from '../../../lib/problem'

/** For the system's chooser. */
export const subtitleFileTypes = subtitleFormats.map((format) => `.${format}`).join(',')

/** What the contract has against a file; undefined where it takes it. */
export function wrongWith(file: File | undefined): string | undefined {
  if (file === undefined || file.size === 0) return messages.fileRequired
  if (!isSubtitleFileName(file.name)) return messages.subtitleFormat
  return file.size > subtitleLimits.fileBytes ? subtitleFaults['file-too-large'] : undefined
}

export interface FileFault {
  readonly line: number
  readonly id: SubtitleFault
}

/** What a refusal says of the file, line by line. */
export function faultsIn(problem: Problem): FileFault[] {
  return problem.errors.flatMap(({ path, message }) => {
    const line = /^body\.file\.(\d+)$/.exec(path)?.[1]
    const id = faultSaying(message)
    return line === undefined || id === undefined ? [] : [{ line: Number(line), id }]
  })
}

export function faultSaying(message: string): SubtitleFault | undefined {
  return faultIds.find((id) => subtitleFaults[id] === message)
}

const faultIds = Object.keys(subtitleFaults).filter(isFault)

function isFault(id: string): id is SubtitleFault {
  return Object.hasOwn(subtitleFaults, id)
}
