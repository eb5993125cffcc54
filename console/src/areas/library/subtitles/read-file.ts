import {
  isSubtitleFileName,
  type SubtitleFault,
  subtitleFaults,
  subtitleFormats,
  subtitleLimits,
} from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages.gen'
import type { Problem } from '../../../lib/problem'

/** For the file chooser. */
export const subtitleFileTypes = subtitleFormats.map((format) => `.${format}`).join(',')

/** The contract's error for the file; undefined if it is valid. */
export function fileErrorOf(file: File | undefined): string | undefined {
  if (file === undefined || file.size === 0) return messages.fileRequired
  if (!isSubtitleFileName(file.name)) return messages.subtitleFormat
  return file.size > subtitleLimits.fileBytes ? subtitleFaults['file-too-large'] : undefined
}

export interface FileFault {
  readonly line: number
  readonly id: SubtitleFault
}

/** The errors of a refused file, by line. */
export function faultsIn(problem: Problem): FileFault[] {
  return problem.errors.flatMap(({ path, message }) => {
    const line = /^body\.file\.(\d+)$/.exec(path)?.[1]
    const id = faultOfMessage(message)
    return line === undefined || id === undefined ? [] : [{ line: Number(line), id }]
  })
}

export function faultOfMessage(message: string): SubtitleFault | undefined {
  return faultIds.find((id) => subtitleFaults[id] === message)
}

const faultIds = Object.keys(subtitleFaults).filter(isFault)

function isFault(id: string): id is SubtitleFault {
  return Object.hasOwn(subtitleFaults, id)
}
