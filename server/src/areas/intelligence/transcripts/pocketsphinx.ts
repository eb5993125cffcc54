import { wordsOfPocketsphinx } from '@kinora/media'
import { isInstalled } from '../../../platform/ffmpeg/index.ts'
import { GIB } from '../../../platform/settings.ts'
import type { Transcriber } from './transcriber.ts'

const PROGRAM = 'pocketsphinx_continuous'
const START_S = 60
const TIMES_REALTIME = 20

/** PocketSphinx with its model of American English, from the packages of Debian. It writes drafts. */
export const pocketsphinx: Transcriber = {
  id: 'pocketsphinx',
  name: 'PocketSphinx',
  version: '0.8',
  quality: 'draft',
  languages: ['en'],
  sendsTo: null,
  mostPieceS: null,
  isInstalled: () => isInstalled(PROGRAM),
  async transcribe({ ffmpeg }, { file, folder, durationS, signal }) {
    const wallMs = (START_S + TIMES_REALTIME * durationS) * 1000
    const limits = {
      wallMs,
      noProgressMs: wallMs,
      cpuS: wallMs / 1000,
      memoryBytes: 2 * GIB,
      outputBytes: GIB,
    }
    const args = ['-infile', file, '-time', 'yes', '-logfn', '/dev/null']
    const { stdout } = await ffmpeg.run(PROGRAM, args, { limits, cwd: folder, signal })
    return wordsOfPocketsphinx(stdout)
  },
}
