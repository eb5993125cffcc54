import type { SocialTarget } from '@kinora/contract'
import { useId } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { NetworkMark, networkName } from '../network-mark'

interface AccountChoiceProps {
  readonly targets: readonly SocialTarget[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
  readonly error: string | undefined
}

/** Chooses the accounts that a video is posted to. */
export function AccountChoice({ targets, chosen, onChange, error }: AccountChoiceProps) {
  const t = useText()
  const errorId = useId()
  const toggle = (id: string, isChosen: boolean) =>
    onChange(
      targets.filter((each) => (each.id === id ? isChosen : chosen.includes(each.id))).map((each) => each.id),
    )
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="pb-2 text-13 font-mid">{t('social:posts.fields.accounts')}</legend>
      <ul className="grid max-h-56 grid-cols-1 gap-x-6 gap-y-3 overflow-y-auto p-1 sm:grid-cols-2">
        {targets.map(({ id, name, network }) => (
          <li key={id} className="min-w-0">
            <Checkbox checked={chosen.includes(id)} onChange={(isChosen) => toggle(id, isChosen)}>
              <NetworkMark network={network} size={16} />
              <span className="own-way cut min-w-0">
                <span className="sr-only">{networkName(network)} </span>
                <bdi>{name}</bdi>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p id={errorId} role="alert" className="pt-1 text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
