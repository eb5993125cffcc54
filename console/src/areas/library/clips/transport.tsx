import { timecodeOf } from '@kinora/contract/timecode'
import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { useText } from '../../../lib/i18n'
import { useShortcut } from '../../../lib/keys'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Kbd } from '../../../ui/kbd'
import { frameFrom, type Range, withEnd, withStart } from '../timeline/range'

interface TransportProps {
  readonly video: HTMLVideoElement | undefined
  readonly frameRate: number | null
  /** Undefined if the user may not cut. */
  readonly range: Range | undefined
  readonly duration: number
  /** Time of the visible frame. */
  readonly shown: number
  /** The current time, read when called: keys can repeat faster than renders. */
  readonly now: () => number
  readonly onRange: (range: Range) => void
  readonly onSeek: (seconds: number) => void
}

const shuttleSpeeds = [1, 2, 4]

/**
 * Steps by frame, plays at several speeds, and sets the clip's start and end to the current frame, by buttons and keys.
 */
export function Transport(props: TransportProps) {
  const { video, frameRate, range, duration, shown, now, onRange, onSeek } = props
  const t = useText()
  const step = (frames: number) => {
    video?.pause()
    onSeek(frameFrom(now(), frames, frameRate))
  }
  const setIn = () => {
    const start = now()
    if (range) onRange(start < range.end ? withStart(range, start) : { start, end: duration })
  }
  const setOut = () => {
    const end = now()
    if (range) onRange(end > range.start ? withEnd(range, end, duration) : { start: 0, end })
  }
  const faster = () => {
    if (!video) return
    const next = shuttleSpeeds.find((speed) => speed > video.playbackRate) ?? shuttleSpeeds.at(-1) ?? 1
    video.playbackRate = video.paused ? 1 : next
    void video.play().catch(() => undefined)
  }
  const rest = () => {
    if (!video) return
    video.playbackRate = 1
    video.pause()
  }
  useShortcut(range && 'i', t('library:clips.setIn'), setIn)
  useShortcut(range && 'o', t('library:clips.setOut'), setOut)
  useShortcut(
    'j',
    t('library:clips.back'),
    outsideOfPlayer(() => onSeek(now() - 1)),
  )
  useShortcut('k', t('library:clips.pause'), outsideOfPlayer(rest))
  useShortcut('l', t('library:clips.faster'), outsideOfPlayer(faster))
  useShortcut(
    'arrowleft',
    t('library:clips.frameBack'),
    outsideOfPlayer(() => step(-1)),
  )
  useShortcut(
    'arrowright',
    t('library:clips.frameOn'),
    outsideOfPlayer(() => step(1)),
  )

  return (
    <div dir="ltr" className="flex flex-wrap items-center gap-2 py-3">
      <IconButton outlined label={t('library:clips.frameBack')} onPress={() => step(-1)}>
        <CaretLeft size={14} />
      </IconButton>
      <IconButton outlined label={t('library:clips.frameOn')} onPress={() => step(1)}>
        <CaretRight size={14} />
      </IconButton>
      <span className="tabular font-mono text-12 text-ink-2">{timecodeOf(shown)}</span>
      {range && (
        <span className="ms-auto flex gap-2">
          <Button size="small" onPress={setIn}>
            {t('library:clips.setIn')} <Kbd>I</Kbd>
          </Button>
          <Button size="small" onPress={setOut}>
            {t('library:clips.setOut')} <Kbd>O</Kbd>
          </Button>
        </span>
      )}
    </div>
  )
}

/** The focused player handles its own keys. */
function outsideOfPlayer(run: () => void): () => void {
  return () => {
    if (!document.activeElement?.shadowRoot) run()
  }
}
