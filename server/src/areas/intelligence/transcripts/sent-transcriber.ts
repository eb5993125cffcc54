import type { SentFindings } from '../video-analysis/sent-videos.ts'
import type { Transcriber } from './transcriber.ts'

/** The server for video analysis as an engine: it wrote down the whole video, of which each piece has a part. */
export function sentTranscriber({ server, findings }: SentFindings): Transcriber {
  return {
    id: 'video-analysis',
    name: server.name,
    version: findings.version,
    quality: 'good',
    languages: null,
    sendsTo: server.sendsTo,
    mostPieceS: null,
    isInstalled: async () => true,
    async transcribe(_context, { startS: fromS, durationS }) {
      const isInPiece = (middleS: number) => middleS >= fromS && middleS < fromS + durationS
      return findings.words
        .filter(({ startS, endS }) => isInPiece((startS + endS) / 2))
        .map((word) => ({ ...word, startS: word.startS - fromS, endS: word.endS - fromS }))
    },
  }
}
