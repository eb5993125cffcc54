import type { EncodingProfile } from '@kinora/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../../identity'
import { AudioFields } from './audio-fields'
import { CodecFields } from './codec-fields'
import { LadderPanel } from './ladder/ladder-panel'
import { RungRows } from './ladder/rung-rows'
import { useLadder } from './ladder/use-ladder'
import { bodyOf, type ProfileDraft } from './profile-draft'
import { ProfileLayout } from './profile-layout'
import { useSaveProfile } from './queries'
import { useProfileDraft } from './use-profile-draft'
import { VideoFields } from './video-fields'
import { WatermarkFields } from './watermark/watermark-fields'

interface ProfileEditorProps {
  /** The profile that the form starts from. */
  readonly profile: EncodingProfile
  readonly initial: ProfileDraft
  /** Null for a new profile. */
  readonly id: string | null
  readonly save: string
  /** Left of the save button. */
  readonly cancel: (reset: () => void, isDirty: boolean) => ReactNode
  /** The draft that the form continues from, if it stays open. */
  readonly onSaved: (profile: EncodingProfile) => ProfileDraft | undefined
}

/** The form of an encoding profile. */
export function ProfileEditor({ profile, initial, id, save: label, cancel, onSaved }: ProfileEditorProps) {
  const t = useText()
  const save = useSaveProfile(id)
  const form = useProfileDraft(initial)
  const { draft } = form
  const ladder = useLadder(bodyOf(draft))
  const send = () => {
    const body = form.parse()
    if (body === undefined || save.isPending) return
    save.mutate(body, {
      onSuccess: (saved) => {
        const next = onSaved(saved)
        if (next) form.reset(next)
      },
      onError: (error) => {
        if (error instanceof Problem) form.showErrors(error.errors)
      },
    })
  }
  const reset = () => {
    save.reset()
    form.reset()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ProfileLayout
        start={
          <>
            <TextField
              autoFocus={id === null}
              label={t('library:profiles.name')}
              maxLength={200}
              value={draft.name}
              error={form.errorAt('name')}
              onChange={(name) => form.set({ name })}
            />
            <CodecFields form={form} />
            <RungRows form={form} ladder={ladder} />
          </>
        }
        aside={<LadderPanel ladder={ladder} />}
        rest={
          <>
            <VideoFields form={form} />
            <AudioFields form={form} />
            <WatermarkFields form={form} profile={profile} />
          </>
        }
      />
      <div className="sticky bottom-0 z-10 mt-6 border-t border-rule bg-paper py-3">
        <FormProblem error={save.error} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {ladder && <TotalSize bytes={ladder.sizes.total} />}
          {cancel(reset, form.isDirty)}
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending}
            disabled={id !== null && !form.isDirty}
          >
            {label}
          </Button>
        </div>
      </div>
      <LeaveGuard active={form.isDirty && !(id === null && save.isSuccess)} about={t('ui:unsavedLost')} />
    </form>
  )
}

/** The size of an hour, which stays in view while the page scrolls. */
function TotalSize({ bytes }: { readonly bytes: number }) {
  const t = useText()
  const format = useFormat()
  return (
    <p className="tabular me-auto text-13 text-ink-2 max-sm:hidden">
      {t('library:profiles.ladder.atMostPerHour', { size: format.bytes(bytes) })}
    </p>
  )
}
