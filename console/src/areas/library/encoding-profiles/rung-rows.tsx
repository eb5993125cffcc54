import { encodingProfileLimits } from '@kinora/contract/library'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { TextField } from '../../../ui/text-field'
import { FormGroup } from './form-group'
import { nextRung, type RungDraft } from './profile-draft'
import type { ProfileForm } from './use-profile-draft'

/** The rungs of the ladder, one row each. */
export function RungRows({ form }: { readonly form: ProfileForm }) {
  const t = useText()
  const { rungs } = form.draft
  const change = (key: number, typed: Partial<RungDraft>) =>
    form.set({ rungs: rungs.map((rung) => (rung.key === key ? { ...rung, ...typed } : rung)) })
  return (
    <FormGroup
      title={t('library:profiles.sizes')}
      about={t('library:profiles.sizesAbout')}
      error={form.errorAt('rungs')}
    >
      <ul className="flex flex-col gap-2">
        {rungs.map(({ key, lines, maxKbps }, n) => (
          <li key={key} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
            <TextField
              ltr
              label={t('library:profiles.lines')}
              value={lines}
              error={form.errorAt(`rungs.${n}.lines`)}
              onChange={(typed) => change(key, { lines: typed })}
            />
            <TextField
              ltr
              label={t('library:profiles.maxKbps')}
              value={maxKbps}
              error={form.errorAt(`rungs.${n}.maxKbps`)}
              onChange={(typed) => change(key, { maxKbps: typed })}
            />
            <span className="pt-[25px]">
              <IconButton
                label={t('library:profiles.removeSize', { name: `${lines}p` })}
                disabled={rungs.length === 1}
                onPress={() => form.set({ rungs: rungs.filter((rung) => rung.key !== key) })}
              >
                <X size={14} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="small"
          icon={<Plus size={14} />}
          disabled={rungs.length >= encodingProfileLimits.rungs}
          onPress={() => form.set({ rungs: [...rungs, nextRung(rungs)] })}
        >
          {t('library:profiles.addSize')}
        </Button>
      </div>
    </FormGroup>
  )
}
