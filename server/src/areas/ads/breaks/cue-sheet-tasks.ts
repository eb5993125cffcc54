import { problem } from '../../../platform/problem.ts'
import { readCueSheet, type SheetBreak, SheetRefused, type SheetVideo } from './cue-sheet.ts'

/** Task for `workers.run`, because sheets are large and untrusted. @throws problem cue-sheet-invalid, also without breaks */
export function readSheet({ text, video }: { text: string; video: SheetVideo }): SheetBreak[] {
  try {
    const sheet = readCueSheet(text, video)
    if (sheet.length === 0) throw new SheetRefused('The sheet names no breaks')
    return sheet
  } catch (error) {
    if (error instanceof SheetRefused) throw problem('cue-sheet-invalid', { detail: error.message })
    throw error
  }
}
