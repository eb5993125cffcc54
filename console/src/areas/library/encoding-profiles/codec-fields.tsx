import { videoCodecs } from '@kinora/contract/library'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { useWorkspace } from '../../identity'
import { codecName } from '../parts/media-names'
import { FormGroup } from './form-group'
import { capabilitiesQuery } from './queries'
import type { ProfileForm } from './use-profile-draft'

/** H.264 is always on; other codecs depend on the installation's encoders. */
export function CodecFields({ form }: { readonly form: ProfileForm }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { data } = useQuery(capabilitiesQuery(environment.id))
  const { codecs } = form.draft
  return (
    <FormGroup
      title={t('library:profiles.codecs')}
      about={t('library:profiles.codecsAbout')}
      error={form.errorAt('codecs')}
    >
      {videoCodecs.map((codec) => {
        const known = data?.codecs.find((each) => each.codec === codec)
        const cannot = known !== undefined && !known.available
        const isOn = codecs.includes(codec)
        const toggle = (on: boolean) =>
          form.set({ codecs: videoCodecs.filter((one) => (one === codec ? on : codecs.includes(one))) })
        return (
          <div key={codec} className="sm:flex sm:items-center sm:gap-x-2">
            <Checkbox checked={isOn} disabled={codec === 'h264' || (cannot && !isOn)} onChange={toggle}>
              {codecName(codec)}
            </Checkbox>
            <span className="text-12 text-ink-3 max-sm:ms-6 max-sm:block">
              {cannot
                ? t('library:profiles.cannot', { encoder: known.encoder })
                : t(`library:profiles.codecHelp.${codec}`)}
            </span>
          </div>
        )
      })}
    </FormGroup>
  )
}
