import type { Content } from '@kinora/contract'
import { thumbnailLimits } from '@kinora/contract/library'
import { timecodeOf } from '@kinora/contract/timecode'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import type { Range } from '../timeline/range'
import { spanFrom } from './gif-span'
import { useMakeGif } from './queries'
import type { Playhead } from './use-playhead'

interface GifSectionProps {
  readonly content: Content
  readonly duration: number
  readonly playhead: Playhead
  readonly span: Range | undefined
  readonly onSpan: (span: Range | undefined) => void
}

/** Makes an animated GIF of the part that is selected on the strip. */
export function GifSection({ content, duration, playhead, span, onSpan }: GifSectionProps) {
  const t = useText()
  const format = useFormat()
  const { mutate, isPending } = useMakeGif(content.id)
  const onError = useProblemToast(t('library:thumbnails.gifFailed'))
  const make = ({ start, end }: Range) =>
    mutate(
      { start: timecodeOf(start), end: timecodeOf(end), width: thumbnailLimits.gifWidth },
      {
        onError,
        onSuccess: () => {
          onSpan(undefined)
          toast({
            text: t('library:thumbnails.gifMade', { start: timecodeOf(start), end: timecodeOf(end) }),
            tone: 'good',
          })
        },
      },
    )
  return (
    <Section title={t('library:thumbnails.gif')}>
      {span ? (
        <>
          <p aria-live="polite" className="flex items-baseline justify-between gap-3 pt-3">
            <span className="ltr tabular font-code text-13">
              {timecodeOf(span.start)} – {timecodeOf(span.end)}
            </span>
            <span className="text-12 text-ink-3">
              {t('library:thumbnails.seconds', {
                seconds: format.number(roundTo10th(span.end - span.start)),
              })}
            </span>
          </p>
          <div className="flex gap-2 pt-3">
            <Button busy={isPending} onPress={() => make(span)}>
              {t('library:thumbnails.makeGif')}
            </Button>
            <Button variant="quiet" disabled={isPending} onPress={() => onSpan(undefined)}>
              {t('library:thumbnails.clear')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="pt-3 text-pretty text-ink-2">
            {t('library:thumbnails.gifHow', { count: thumbnailLimits.gifSeconds })}
          </p>
          <div className="pt-3">
            <Button disabled={!playhead.isReady} onPress={() => onSpan(spanFrom(playhead.at, duration))}>
              {t('library:thumbnails.selectHere')}
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}

function roundTo10th(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
