import { problem } from '../../../platform/problem.ts'
import { readCueSheet, type SheetBreak, SheetRefused, type SheetVideo } from './cue-sheet.ts'

/** For `workers.run`: sheets are large and hostile. @throws problem cue-sheet-invalid, also for a sheet without breaks */
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
