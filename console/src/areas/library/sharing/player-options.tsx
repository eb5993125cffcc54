import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { ColorField } from '../../../ui/color-field'
import { TextField } from '../../../ui/text-field'
import type { EmbedForm } from './use-embed-form'

/** How the player starts and looks. */
export function PlayerOptions({ form: { typed, startError, change } }: { readonly form: EmbedForm }) {
  const t = useText()
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3 max-sm:grid-cols-1">
        <Checkbox checked={typed.autoplay} onChange={(autoplay) => change({ autoplay })}>
          {t('library:share.autoplay')}
        </Checkbox>
        <Checkbox checked={typed.loop} onChange={(loop) => change({ loop })}>
          {t('library:share.loop')}
        </Checkbox>
        <Checkbox
          checked={typed.muted || typed.autoplay}
          disabled={typed.autoplay}
          onChange={(muted) => change({ muted })}
        >
          {t('library:share.muted')}
        </Checkbox>
        <Checkbox checked={typed.controls} onChange={(controls) => change({ controls })}>
          {t('library:share.controls')}
        </Checkbox>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
        <TextField
          ltr
          optional
          maxLength={12}
          placeholder="00:00:00"
          label={t('library:share.startAt')}
          value={typed.startAt}
          error={startError}
          onChange={(startAt) => change({ startAt: startAt.trim() })}
        />
        <ColorField
          label={t('library:share.color')}
          fallback="ffffff"
          value={typed.color}
          onChange={(color) => change({ color })}
        />
      </div>
    </>
  )
}
