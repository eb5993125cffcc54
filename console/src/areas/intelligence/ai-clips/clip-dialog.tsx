import type { AiClip, Content } from '@kinora/contract'
import { createAiClipBody } from '@kinora/contract/intelligence/ai-clips'
import { moment, secondsOf, timecodeOf } from '@kinora/contract/timecode'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { showFieldProblems, useEditForm, useField } from '../../../lib/form'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { FormProblem, useWorkspace } from '../../identity'
import { transcriptQuery } from '../transcripts/queries'
import { titleOf } from './clip-row'
import { useCreateAiClip, useUpdateAiClip } from './queries'
import { WordChoice } from './word-choice'

interface ClipDialogProps {
  readonly content: Content
  /** Null makes a new clip. */
  readonly clip: AiClip | null
  /** Seconds at which a new clip starts. */
  readonly startAt: number
  readonly hasWords: boolean
  readonly onClose: () => void
}

/** Length of a new clip in seconds, and the words that can be chosen before and after one. */
const newLength = 30
const around = 20

/** Makes a clip by hand, or changes the title and the times of one, by its words or by times. */
export function ClipDialog({ content, clip, startAt, hasWords, onClose }: ClipDialogProps) {
  const t = useText()
  const format = useFormat()
  const formId = useId()
  const { environment } = useWorkspace()
  const duration = content.duration ?? 0
  const [given] = useState(() => spanOf(clip, startAt, duration))
  const transcript = useQuery({ ...transcriptQuery(environment.id, content.id), enabled: hasWords })
  const create = useCreateAiClip(content.id)
  const update = useUpdateAiClip(content.id)
  const { form, changesIn } = useEditForm(createAiClipBody, {
    title: clip === null ? '' : titleOf(t, format.duration(clip.start), clip),
    start: timecodeOf(given.start),
    end: timecodeOf(given.end),
  })
  const title = useField(form, 'title')
  const start = useField(form, 'start')
  const end = useField(form, 'end')
  const typed = { start: typedSeconds(start.value), end: typedSeconds(end.value) }
  const isBusy = create.isPending || update.isPending
  const done = {
    onSuccess: onClose,
    onError(error: Error) {
      if (error instanceof Problem && showFieldProblems(form, error, ['title', 'start', 'end'])) {
        create.reset()
        update.reset()
      }
    },
  }
  const send = form.handleSubmit((body) => {
    if (clip === null) create.mutate(body, done)
    else update.mutate({ clipId: clip.id, change: changesIn(body) }, done)
  })
  const { sentences = [], language = '' } = transcript.data ?? {}
  const words = sentences
    .flatMap((sentence) => sentence.words)
    .filter((word) => word.end > given.start - around && word.start < given.end + around)
  return (
    <FormDialog
      title={t(clip === null ? 'intelligence:aiClips.new' : 'intelligence:aiClips.trimTitle')}
      dirty={form.formState.isDirty}
      busy={isBusy}
      onClose={onClose}
      cancel={t('intelligence:aiClips.cancel')}
      submit={{
        form: formId,
        label: t(clip === null ? 'intelligence:aiClips.create' : 'intelligence:aiClips.save'),
      }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...title} label={t('intelligence:aiClips.name')} maxLength={200} autoFocus />
        {typed.start !== null && typed.end !== null && words.length > 0 && (
          <WordChoice
            words={words}
            language={language}
            span={{ start: typed.start, end: typed.end }}
            duration={duration}
            onChange={(span) => {
              if (span.start !== typed.start) start.onChange(timecodeOf(span.start))
              if (span.end !== typed.end) end.onChange(timecodeOf(span.end))
            }}
          />
        )}
        <div dir="ltr" className="grid grid-cols-2 gap-3">
          <TextField {...start} ltr value={String(start.value)} label={t('intelligence:aiClips.start')} />
          <TextField {...end} ltr value={String(end.value)} label={t('intelligence:aiClips.end')} />
        </div>
        {hasWords && <p className="text-12 text-ink-3">{t('intelligence:aiClips.timesHelp')}</p>}
        <FormProblem error={create.error ?? update.error} />
      </form>
    </FormDialog>
  )
}

function spanOf(clip: AiClip | null, startAt: number, duration: number) {
  if (clip !== null) return { start: clip.start, end: clip.end }
  const last = Math.floor(duration * 1000) / 1000
  const start = startAt < last - 1 ? startAt : 0
  return { start, end: Math.min(last, start + newLength) }
}

function typedSeconds(value: unknown): number | null {
  const parsed = moment.safeParse(value)
  return parsed.success ? secondsOf(parsed.data) : null
}
