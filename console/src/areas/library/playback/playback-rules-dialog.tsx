import { playbackPolicies } from '@kinora/contract/library'
import { type FormEvent, useId } from 'react'
import { useText } from '../../../lib/i18n'
import { zoneName } from '../../../lib/time/time-zone'
import { Checkbox } from '../../../ui/checkbox'
import { DateField } from '../../../ui/date-field'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../../identity'
import { SigningKeysLink } from './signing-keys-link'
import { type KnownRules, type RulesBody, usePlaybackIdForm } from './use-playback-id-form'

interface PlaybackRulesDialogProps {
  readonly title: string
  readonly submit: string
  /** Undefined for new ones. */
  readonly known: KnownRules | undefined
  /** The rules have a name that people can change. */
  readonly isNamed: boolean
  readonly busy: boolean
  readonly error: Error | null
  readonly onSave: (body: RulesBody) => void
  readonly onClose: () => void
}

/** Edits who can play something: policy, domains and times. */
export function PlaybackRulesDialog(props: PlaybackRulesDialogProps) {
  const { title, submit, known, isNamed, busy, error, onSave, onClose } = props
  const t = useText()
  const formId = useId()
  const { typed, isDirty, change, errorAt, parse } = usePlaybackIdForm(known)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = parse()
    if (body !== undefined && !busy) onSave(body)
  }
  return (
    <FormDialog
      title={title}
      dirty={isDirty}
      busy={busy}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: submit, disabled: known !== undefined && !isDirty }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        {isNamed && (
          <TextField
            optional
            maxLength={100}
            label={t('library:playbackIds.name')}
            help={t('library:playbackIds.nameHelp')}
            value={typed.name}
            error={errorAt('name')}
            onChange={(name) => change({ name })}
          />
        )}
        <div className="flex flex-col gap-1.5">
          <Select
            label={t('library:fields.playbackPolicy')}
            options={playbackPolicies.map((id) => ({ id, label: t(`library:policies.${id}`) }))}
            value={typed.policy}
            onChange={(policy) => change({ policy })}
          />
          <p className="text-12 text-pretty text-ink-3">
            {t(`library:playback.about.${typed.policy}`)} {typed.policy === 'signed' && <SigningKeysLink />}
          </p>
        </div>
        <TagInput
          optional
          label={t('library:playbackIds.sites')}
          help={t('library:playbackIds.sitesHelp')}
          value={typed.sites}
          error={errorAt('allowedReferrers')}
          onChange={(sites) => change({ sites })}
        />
        {typed.sites.length > 0 && (
          <Checkbox checked={typed.withoutSite} onChange={(withoutSite) => change({ withoutSite })}>
            {t('library:playbackIds.withoutSite')}
          </Checkbox>
        )}
        <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
          <DateField
            optional
            withTime
            label={t('library:playbackIds.from')}
            value={typed.from}
            error={errorAt('playableFrom')}
            onChange={(from) => change({ from })}
          />
          <DateField
            optional
            withTime
            label={t('library:playbackIds.until')}
            value={typed.until}
            error={errorAt('playableUntil')}
            onChange={(until) => change({ until })}
          />
        </div>
        <p className="-mt-2 text-12 text-ink-3">{t('library:playbackIds.zone', { zone: zoneName() })}</p>
        <FormProblem error={error} />
      </form>
    </FormDialog>
  )
}
