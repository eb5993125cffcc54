import type { VideoFindings } from '../video-analysis/analysis-answer.ts'
import type { SentVideo } from '../video-analysis/sent-videos.ts'
import type { Transcriber } from './transcriber.ts'

/** The server for video analysis as an engine: it wrote down the whole video, of which each piece has a part. */
export function sentTranscriber(sent: SentVideo): Transcriber {
  let findings: VideoFindings | undefined
  return {
    id: 'video-analysis',
    name: sent.server.name,
    get version() {
      return findings?.version ?? ''
    },
    quality: 'good',
    languages: null,
    sendsTo: sent.server.sendsTo,
    mostPieceS: null,
    isInstalled: async () => true,
    async transcribe(_context, { startS: fromS, durationS, signal }) {
      findings ??= await sent.findings(signal)
      const isInPiece = (middleS: number) => middleS >= fromS && middleS < fromS + durationS
      return findings.words
        .filter(({ startS, endS }) => isInPiece((startS + endS) / 2))
        .map((word) => ({ ...word, startS: word.startS - fromS, endS: word.endS - fromS }))
    },
  }
}
