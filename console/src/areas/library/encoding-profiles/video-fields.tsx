import { frameRateCaps } from '@kinora/contract/library'
import { useId } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Select } from '../../../ui/select'
import { Switch } from '../../../ui/switch'
import { FormGroup } from './form-group'
import type { ProfileForm } from './use-profile-draft'

const rates = ['source', ...frameRateCaps.map(String)]

/** Frame rate and the options that save encoding time and bits. */
export function VideoFields({ form }: { readonly form: ProfileForm }) {
  const t = useText()
  const format = useFormat()
  const perTitleId = useId()
  const originalId = useId()
  const { maxFrameRate, perTitle, keepsOriginal } = form.draft
  const chosen = maxFrameRate === null ? 'source' : String(maxFrameRate)
  return (
    <FormGroup title={t('library:profiles.picture')}>
      <Select
        label={t('library:profiles.frameRate')}
        value={chosen}
        onChange={(id) =>
          form.set({ maxFrameRate: frameRateCaps.find((rate) => String(rate) === id) ?? null })
        }
        options={rates.map((id) => ({
          id,
          label:
            id === 'source'
              ? t('library:profiles.asSource')
              : t('library:profiles.atMostFps', { rate: format.number(Number(id)) }),
        }))}
      />
      <div>
        <Switch on={perTitle} describedBy={perTitleId} onChange={(on) => form.set({ perTitle: on })}>
          {t('library:profiles.perTitle')}
        </Switch>
        <p id={perTitleId} className="text-12 text-pretty text-ink-3">
          {t('library:profiles.perTitleAbout')}
        </p>
      </div>
      <div>
        <Switch
          on={keepsOriginal}
          describedBy={originalId}
          onChange={(on) => form.set({ keepsOriginal: on })}
        >
          {t('library:profiles.keepsOriginal')}
        </Switch>
        <p id={originalId} className="text-12 text-pretty text-ink-3">
          {t('library:profiles.keepsOriginalAbout')}
        </p>
      </div>
    </FormGroup>
  )
}
