import type { Content } from '@kinora/contract'
import type { createClipBody } from '@kinora/contract/library'
import { timecodeOf } from '@kinora/contract/timecode'
import { Crosshair } from '@phosphor-icons/react/dist/csr/Crosshair'
import { DeviceMobile } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Stop } from '@phosphor-icons/react/dist/csr/Stop'
import { Suspense, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { showFieldProblems, useField } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { isRecorded } from '../parts/status'
import type { Range } from '../timeline/range'
import { useCreateClip } from './queries'

const SocialDialog = lazy(async () => ({
  default: (await import('../social-clips/social-dialog')).SocialDialog,
}))

interface ClipFormProps {
  readonly content: Content
  readonly form: UseFormReturn<z.output<typeof createClipBody>>
  readonly range: Range
  /** Time of the visible frame. */
  readonly shown: number
  readonly isPreviewing: boolean
  readonly onPreview: () => void
}

/** Name and times of the new clip. */
export function ClipForm({ content, form, range, shown, isPreviewing, onPreview }: ClipFormProps) {
  const t = useText()
  const create = useCreateClip(content.id)
  const [isSocial, setSocial] = useState(false)
  const name = useField(form, 'name')
  const start = useField(form, 'startTime')
  const end = useField(form, 'endTime')
  const length = Math.max(0, range.end - range.start)
  const send = form.handleSubmit((body) =>
    create.mutate(body, {
      onSuccess: () => {
        toast({ text: t('library:clips.cutting'), tone: 'good' })
        form.setValue('name', undefined)
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'startTime', 'endTime']))
          create.reset()
      },
    }),
  )
  const openSocial = async () => setSocial(await form.trigger(['startTime', 'endTime']))
  const here = (label: string, set: (time: string) => void) => (
    <IconButton size="small" label={label} onPress={() => set(timecodeOf(shown))}>
      <Crosshair size={14} />
    </IconButton>
  )
  return (
    <>
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <header className="flex min-h-9 items-center justify-between gap-3 border-b border-rule-2">
          <h2 className="text-14 font-head">{t('library:clips.new')}</h2>
          <span className="tabular font-mono text-12 text-ink-3">{timecodeOf(length)}</span>
        </header>
        <TextField
          {...name}
          optional
          value={name.value ?? ''}
          onChange={(value) => name.onChange(value === '' ? undefined : value)}
          label={t('library:fields.name')}
          maxLength={200}
        />
        <div dir="ltr" className="grid grid-cols-2 gap-3">
          <TextField
            {...start}
            {...(isRecorded(content) && { help: t('library:clips.orEpoch') })}
            ltr
            value={String(start.value ?? '')}
            label={t('library:clips.start')}
            end={here(t('library:clips.startHere'), start.onChange)}
          />
          <TextField
            {...end}
            {...(isRecorded(content) && { help: t('library:clips.orEpoch') })}
            ltr
            value={String(end.value ?? '')}
            label={t('library:clips.end')}
            end={here(t('library:clips.endHere'), end.onChange)}
          />
        </div>
        <FormProblem error={create.error} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={create.isPending} className="flex-1">
            {t('library:clips.make')}
          </Button>
          <Button
            onPress={onPreview}
            icon={isPreviewing ? <Stop size={14} weight="fill" /> : <Play size={14} weight="fill" />}
          >
            {t(isPreviewing ? 'library:clips.stop' : 'library:clips.preview')}
          </Button>
        </div>
        <p className="text-12 text-ink-3">{t('library:clips.about')}</p>
        {isRecorded(content) ? null : content.source.width === null ? (
          <p className="text-12 text-ink-3">{t('library:social.noPicture')}</p>
        ) : (
          <Button icon={<DeviceMobile size={16} />} onPress={() => void openSocial()}>
            {t('library:social.open')}
          </Button>
        )}
      </form>
      <Suspense>
        {isSocial && <SocialDialog content={content} range={range} onClose={() => setSocial(false)} />}
      </Suspense>
    </>
  )
}
