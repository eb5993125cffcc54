/** A cue in an editor: text and settings of WebVTT, times in seconds. */
export interface PreviewCue {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly settings: {
    readonly vertical?: string | undefined
    readonly line?: string | undefined
    readonly position?: string | undefined
    readonly size?: string | undefined
    readonly align?: string | undefined
  }
}

/** Replaces all subtitles. Null hides the cues. */
export type ShowPreview = (cues: readonly PreviewCue[] | null) => void

/** Shows cues of the page over the video, without a playlist. Unchanged cues are kept. */
export function previewOn(video: HTMLVideoElement): ShowPreview {
  let track: TextTrack | undefined
  let shown = new Map<PreviewCue, VTTCue>()
  return (cues) => {
    if (cues === null) {
      if (track) track.mode = 'disabled'
      return
    }
    track ??= video.addTextTrack('subtitles', 'preview')
    track.mode = 'showing'
    const next = new Map(cues.map((cue) => [cue, shown.get(cue) ?? createCue(cue)]))
    for (const [cue, old] of shown) if (!next.has(cue)) track.removeCue(old)
    for (const [cue, fresh] of next) if (!shown.has(cue)) track.addCue(fresh)
    shown = next
  }
}

/** Browsers round the position that they seek to down to a microsecond. */
const roundingS = 0.000_002

function createCue({ start, end, text, settings }: PreviewCue): VTTCue {
  const cue = new VTTCue(Math.max(0, start - roundingS), Math.max(0, end - roundingS), text)
  const [line, lineAlign] = settings.line?.split(',') ?? []
  if (line !== undefined) {
    cue.snapToLines = !line.endsWith('%')
    cue.line = Number.parseFloat(line)
  }
  if (lineAlign === 'center' || lineAlign === 'end') cue.lineAlign = lineAlign
  const [position, positionAlign] = settings.position?.split(',') ?? []
  if (position !== undefined) cue.position = Number.parseFloat(position)
  if (positionAlign === 'line-left' || positionAlign === 'line-right') cue.positionAlign = positionAlign
  if (positionAlign === 'center') cue.positionAlign = positionAlign
  if (settings.size !== undefined) cue.size = Number.parseFloat(settings.size)
  if (settings.vertical === 'rl' || settings.vertical === 'lr') cue.vertical = settings.vertical
  if (isAlign(settings.align)) cue.align = settings.align
  return cue
}

function isAlign(align: string | undefined): align is AlignSetting {
  return align !== undefined && ['start', 'center', 'end', 'left', 'right'].includes(align)
}
