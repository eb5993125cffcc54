import { runArgs } from '../probe/input-args.ts'

const SAMPLE = { durationS: 10, width: 1280, height: 720, frameRate: 30 } as const

/** Generates a sample video for empty libraries: slow colors, three moving lights, a soft chord. H.264 and AAC that
 * can be repackaged, encoded in about two seconds. */
export function sampleArgs(outputPath: string): string[] {
  const { durationS, width, height, frameRate } = SAMPLE
  const clock = `r=${frameRate}:d=${durationS}`
  const colors = 'c0=0x0b1d51:c1=0x725ac1:c2=0xf2a65a:c3=0x00a6a6:nb_colors=4:x0=0:y0=0:x1=320:y1=180'
  // Smooth colors can be drawn small and scaled up, at a sixteenth of the cost.
  const background = `gradients=s=320x180:${clock}:${colors}:speed=0.012:seed=7,scale=${width}:${height}`
  const light =
    `color=c=white:s=36x36:r=${frameRate}:d=0.03,format=yuva420p,` +
    `geq=lum=255:cb=128:cr=128:a='if(lte(hypot(X-18,Y-18),16),200,0)'`
  const movingLight = (lagS: number) =>
    `overlay=x='622+420*sin(t*0.9-${lagS})':y='342+180*cos(t*1.3-${lagS})':eof_action=repeat`
  const videoGraph = [
    `${background}[colours]`,
    `${light},split=3[one][two][three]`,
    `[colours][one]${movingLight(0)}[a]`,
    `[a][two]${movingLight(0.5)}[b]`,
    `[b][three]${movingLight(1)},format=yuv420p[video]`,
  ]
  const tone = (hz: number) => `sin(2*PI*${hz}*t)`
  const volume = `0.16*min(1,t)*min(1,${durationS}-t)*(0.6+0.4*sin(PI*t))`
  const left = `${volume}*(${tone(220)}+${tone(277.18)}+${tone(329.63)})`
  const right = `${volume}*(${tone(220)}+${tone(277.18)}+${tone(440)})`
  const audioGraph = `aevalsrc=exprs='${left}|${right}':s=48000:d=${durationS}[audio]`
  return [
    ...runArgs,
    '-filter_complex',
    [...videoGraph, audioGraph].join(';'),
    '-map',
    '[video]',
    '-map',
    '[audio]',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '21',
    '-g',
    String(frameRate * 2),
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    '-t',
    String(durationS),
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    outputPath,
  ]
}
