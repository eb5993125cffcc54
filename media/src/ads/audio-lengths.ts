/** Minimum length of an audio segment, in seconds: one frame of AAC. */
const SHORTEST_S = 0.02

/** Lengths of an ad's audio segments for a playlist. The audio is up to two frames longer than the video, and players that place
 * each rendition by its own lengths would add this up over ads. So the last segments are cut until the lengths add up to the video. */
export function audioLengths(audioS: readonly number[], videoS: readonly number[]): number[] {
  let restS = sumOf(audioS) - sumOf(videoS)
  const cut = audioS.toReversed().map((lengthS) => {
    const ownS = Math.max(Math.min(lengthS, SHORTEST_S), lengthS - restS)
    restS -= lengthS - ownS
    return ownS
  })
  return cut.toReversed()
}

/** Lengths of an ad's audio segments in a live stream: those of the video. A break can end after each segment, and listed lengths
 * never change, so each number of segments has to add up. */
export function liveAudioLengths(audioS: readonly number[], videoS: readonly number[]): readonly number[] {
  return audioS.length === videoS.length ? videoS : audioLengths(audioS, videoS)
}

function sumOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, each) => sum + each, 0)
}
