import { audioBitrates, audioChannels, loudnessTargets } from '@kinora/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { Switch } from '../../../ui/switch'
import { useWorkspace } from '../../identity'
import { FormGroup } from './form-group'
import { capabilitiesQuery } from './queries'
import type { ProfileForm } from './use-profile-draft'

const { ebu, least, most } = loudnessTargets
const targets = Array.from({ length: most - least + 1 }, (_, n) => least + n)

export function AudioFields({ form }: { readonly form: ProfileForm }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data } = useQuery(capabilitiesQuery(environment.id))
  const asRungId = useId()
  const { audio } = form.draft
  const lufs = (target: number) =>
    t(target === ebu ? 'library:profiles.lufsEbu' : 'library:profiles.lufs', {
      target: format.number(target),
    })
  const canLevel = data?.loudness !== false
  return (
    <FormGroup title={t('library:profiles.sound')} error={form.errorAt('audio.loudness')}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('library:profiles.audioBitrate')}
          value={String(audio.kbps)}
          onChange={(id) => {
            const kbps = audioBitrates.find((rate) => String(rate) === id)
            if (kbps !== undefined) form.set({ audio: { ...audio, kbps } })
          }}
          options={audioBitrates.map((rate) => ({ id: String(rate), label: format.bitrate(rate * 1000) }))}
        />
        <Select
          label={t('library:profiles.channels')}
          value={audio.channels}
          onChange={(channels) => form.set({ audio: { ...audio, channels } })}
          options={audioChannels.map((id) => ({ id, label: t(`library:profiles.channelsOf.${id}`) }))}
        />
      </div>
      <Select
        label={t('library:profiles.loudness')}
        help={t(canLevel ? 'library:profiles.loudnessHelp' : 'library:profiles.loudnessCannot')}
        value={audio.loudness === null ? 'none' : String(audio.loudness)}
        onChange={(id) => form.set({ audio: { ...audio, loudness: id === 'none' ? null : Number(id) } })}
        options={[
          { id: 'none', label: t('library:profiles.loudnessAsIs') },
          ...(canLevel ? targets.map((target) => ({ id: String(target), label: lufs(target) })) : []),
        ]}
      />
      <div className="flex flex-col gap-1">
        <Switch
          on={audio.asRung === true}
          describedBy={asRungId}
          onChange={(asRung) => form.set({ audio: { ...audio, asRung } })}
        >
          {t('library:profiles.asRung')}
        </Switch>
        <p id={asRungId} className="text-12 text-pretty text-ink-3">
          {t('library:profiles.asRungAbout')}
        </p>
      </div>
    </FormGroup>
  )
}
