import { audioBitrates, audioChannels, loudnessTargets } from '@kinora/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { Select } from '../../../../ui/select'
import { useHere } from '../../../identity'
import { capabilitiesQuery } from '../../queries-profiles'
import { FormGroup } from './form-group'
import type { ProfileForm } from './use-profile-draft'

const { ebu, least, most } = loudnessTargets
const targets = Array.from({ length: most - least + 1 }, (_, n) => least + n)

/** Bit rate, channels and loudness. */
export function SoundFields({ form }: { readonly form: ProfileForm }) {
  const t = useText()
  const format = useFormat()
  const { environment } = useHere()
  const { data } = useQuery(capabilitiesQuery(environment.id))
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
    </FormGroup>
  )
}
