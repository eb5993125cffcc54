import type { Content } from '@kinora/contract'
import { createThumbnailBody } from '@kinora/contract/library'
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
import { useCapture } from './queries'
import { SizeFields } from './size-fields'
import type { Playhead } from './use-playhead'
import { pixelsIn, useTypedFields } from './use-typed-fields'

interface TimeFormProps {
  readonly content: Content
  readonly playhead: Playhead
}

/** Makes a thumbnail of a given time and size. */
export function TimeForm({ content, playhead }: TimeFormProps) {
  const t = useText()
  const { mutate, isPending } = useCapture(content.id)
  const onError = useProblemToast(t('library:thumbnails.captureFailed'))
  const form = useTypedFields({ time: '', width: '', height: '' }, createThumbnailBody, (typed) => ({
    time: typed.time.trim(),
    width: pixelsIn(typed.width),
    height: pixelsIn(typed.height),
  }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = form.parse()
    if (body === undefined) return
    const time = secondsOf(body.time)
    if (time >= (content.duration ?? 0))
      return form.showErrors([{ name: 'time', message: messages.withinVideo }])
    mutate(body, {
      onError,
      onSuccess: () =>
        toast({ text: t('library:thumbnails.captured', { time: timecodeOf(time) }), tone: 'good' }),
    })
  }
  return (
    <Section title={t('library:thumbnails.byTime')}>
      <form onSubmit={send} noValidate className="flex flex-col gap-4 pt-4">
        <TextField
          {...form.field('time')}
          ltr
          label={t('library:thumbnails.time')}
          placeholder="00:00:00"
          maxLength={20}
          help={t('library:thumbnails.timeHelp')}
          end={
            <FromPlayhead
              label={t('library:thumbnails.timeHere')}
              playhead={playhead}
              onTake={(clock) => form.set('time', clock)}
            />
          }
        />
        <SizeFields width={form.field('width')} height={form.field('height')} />
        <div className="flex justify-end">
          <Button type="submit" busy={isPending}>
            {t('library:thumbnails.keep')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
