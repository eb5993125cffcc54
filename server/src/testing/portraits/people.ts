import { join } from 'node:path'
import { h264, makeClip } from '../clips.ts'

/** Eileen Collins, photographed by NASA in 1999; public domain. */
const picture = join(import.meta.dirname, '../../areas/intelligence/engine-tests/samples/astronaut.jpg')

/** The middle of the face, as a share of the width of the picture. */
const faceX = 0.45

/** A person in front of a moving background of 640 × 360. The video has 25 frames per second, and a tone.
 * @param faceX the middle of the face in pixels, as an expression of ffmpeg with the time `t` */
export function personClip(path: string, seconds: number, faceX: string): Promise<string> {
  return makeClip(path, ...peopleArgs(seconds, [faceX]))
}

/** Like `personClip`, with several people. None leaves the background alone. */
export function peopleArgs(seconds: number, facesX: readonly string[]): string[] {
  const side = 240
  const overlays = facesX.map(
    (x, n) =>
      `movie=${picture},scale=${side}:${side},loop=-1:1,fps=25[p${n}];[b${n}][p${n}]overlay=x='(${x})-${faceX * side}':y=110:shortest=1[b${n + 1}]`,
  )
  const graph = [
    `gradients=s=640x360:r=25:c0=0x203040:c1=0x506070:x0=0:y0=0:x1=640:y1=360:speed=0.05:seed=3:d=${seconds}[b0]`,
    ...overlays,
    `[b${facesX.length}]trim=end=${seconds},format=yuv420p[out0]`,
  ].join(';')
  const tone = `sine=f=440:r=48000:d=${seconds}`
  return ['-f', 'lavfi', '-i', graph, '-f', 'lavfi', '-i', tone, ...h264, '-c:a', 'aac', '-shortest']
}
