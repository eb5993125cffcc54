import { encodingProfileLimits } from '@kinora/contract/library'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { none, useFormat } from '../../../../lib/format'
import { useText } from '../../../../lib/i18n'
import { Button } from '../../../../ui/button'
import { IconButton } from '../../../../ui/icon-button'
import { TextField } from '../../../../ui/text-field'
import { FormGroup } from '../form-group'
import { inOrder, nextRung, numberIn, type RungDraft } from '../profile-draft'
import type { ProfileForm } from '../use-profile-draft'
import { RungHead } from './rung-head'
import { SizeRows } from './size-rows'
import type { Ladder } from './use-ladder'

interface RungRowsProps {
  readonly form: ProfileForm
  readonly ladder: Ladder | undefined
}

/** The rungs of the ladder, one row each, low to high. A row finds its place when the focus leaves it. */
export function RungRows({ form, ladder }: RungRowsProps) {
  const t = useText()
  const format = useFormat()
  const { rungs, audio } = form.draft
  const change = (key: number, typed: Partial<RungDraft>) =>
    form.set({ rungs: rungs.map((rung) => (rung.key === key ? { ...rung, ...typed } : rung)) })
  const sizeOf = (lines: string) => {
    const bytes = ladder?.sizes.rungs.get(numberIn(lines))
    return bytes === undefined ? none : format.bytes(bytes)
  }
  return (
    <FormGroup
      title={t('library:profiles.sizes')}
      about={t('library:profiles.sizesAbout')}
      error={form.errorAt('rungs')}
    >
      <table aria-label={t('library:profiles.sizes')} className="w-full table-fixed">
        <RungHead>
          <th className="w-9">
            <span className="sr-only">{t('library:profiles.actions')}</span>
          </th>
        </RungHead>
        <tbody>
          {rungs.map(({ key, lines, maxKbps }, n) => (
            <tr
              key={key}
              className="align-top *:pt-1.5"
              onBlur={({ currentTarget, relatedTarget }) => {
                if (!currentTarget.contains(relatedTarget)) form.sort()
              }}
            >
              <td className="pe-4">
                <TextField
                  ltr
                  hideLabel
                  label={t('library:profiles.lines')}
                  value={lines}
                  error={form.errorAt(`rungs.${n}.lines`)}
                  onChange={(typed) => change(key, { lines: typed })}
                />
              </td>
              <td className="pe-4">
                <TextField
                  ltr
                  hideLabel
                  number
                  label={t('library:profiles.maxKbps')}
                  value={maxKbps}
                  error={form.errorAt(`rungs.${n}.maxKbps`)}
                  onChange={(typed) => change(key, { maxKbps: typed })}
                />
              </td>
              <td className="tabular pe-4 text-right text-13 leading-(--h-control) whitespace-nowrap text-ink-2">
                {sizeOf(lines)}
              </td>
              <td>
                <IconButton
                  label={t('library:profiles.removeSize', { name: `${lines}p` })}
                  disabled={rungs.length === 1}
                  onPress={() => form.set({ rungs: rungs.filter((rung) => rung.key !== key) })}
                >
                  <X size={14} />
                </IconButton>
              </td>
            </tr>
          ))}
          <tr>
            <td colSpan={4} className="border-b border-rule py-2.5">
              <Button
                size="small"
                icon={<Plus size={14} />}
                disabled={rungs.length >= encodingProfileLimits.rungs}
                onPress={() => form.set({ rungs: inOrder([...rungs, nextRung(rungs)]) })}
              >
                {t('library:profiles.addSize')}
              </Button>
            </td>
          </tr>
        </tbody>
        <SizeRows ladder={ladder} audioKbps={audio.kbps} more={1} />
      </table>
    </FormGroup>
  )
}
