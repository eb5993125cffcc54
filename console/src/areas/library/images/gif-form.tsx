import type { Content } from '@kinora/contract'
import { createGifBody, thumbnailLimits } from '@kinora/contract/library'
import { messages } from '@kinora/contract/messages.gen'
import { secondsOf, timecodeOf } from '@kinora/contract/timecode'
import type { FormEvent } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { FromPlayhead } from './from-playhead'
import { useMakeGif } from './queries'
import { SizeFields } from './size-fields'
import type { Playhead } from './use-playhead'
import { pixelsIn, useTypedFields } from './use-typed-fields'

interface GifFormProps {
  readonly content: Content
  readonly playhead: Playhead
}

const empty = { start: '', end: '', width: String(thumbnailLimits.gifWidth), height: '' }

/** Makes an animated GIF of a time range. */
export function GifForm({ content, playhead }: GifFormProps) {
  const t = useText()
  const { mutate, isPending } = useMakeGif(content.id)
  const onError = useProblemToast(t('library:thumbnails.gifFailed'))
  const form = useTypedFields(empty, createGifBody, (typed) => ({
    start: typed.start.trim(),
    end: typed.end.trim(),
    width: pixelsIn(typed.width),
    height: pixelsIn(typed.height),
  }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = form.parse()
    if (body === undefined) return
    const [start, end] = [secondsOf(body.start), secondsOf(body.end)]
    const wrong = wrongIn(start, end, content.duration ?? 0)
    if (wrong !== undefined) return form.showErrors([wrong])
    mutate(body, {
      onError,
      onSuccess: () =>
        toast({
          text: t('library:thumbnails.gifMade', { start: timecodeOf(start), end: timecodeOf(end) }),
          tone: 'good',
        }),
    })
  }
  return (
    <Section title={t('library:thumbnails.gifByTime')}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4 pt-4">
        <div className="grid grid-cols-2 items-start gap-3">
          {(['start', 'end'] as const).map((name) => (
            <TextField
              key={name}
              {...form.field(name)}
              ltr
              label={t(`library:thumbnails.${name}`)}
              placeholder="00:00:00"
              maxLength={20}
              end={
                <FromPlayhead
                  label={t(`library:thumbnails.${name}Here`)}
                  playhead={playhead}
                  onTake={(clock) => form.set(name, clock)}
                />
              }
            />
          ))}
        </div>
        <SizeFields width={form.field('width')} height={form.field('height')} />
        <div className="flex items-center justify-between gap-3">
          <p className="text-12 text-ink-3">
            {t('library:thumbnails.gifAbout', { count: thumbnailLimits.gifSeconds })}
          </p>
          <Button type="submit" busy={isPending}>
            {t('library:thumbnails.makeGif')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function wrongIn(start: number, end: number, duration: number) {
  if (start >= duration) return { name: 'start', message: messages.withinVideo }
  if (end > duration) return { name: 'end', message: messages.withinVideo }
  if (end <= start) return { name: 'end', message: messages.afterStart }
  if (end - start > thumbnailLimits.gifSeconds) return { name: 'end', message: messages.gifLength }
  return undefined
}
