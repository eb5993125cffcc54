import type { AdChannel } from '@kinora/contract'
import { useState } from 'react'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { Section } from '../../../ui/section'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { useRights } from '../../identity'
import { useTryChannel } from '../queries'
import { DecisionPart } from '../sessions/decision-part'

const deviceTypes = ['phone', 'tablet', 'computer', 'tv'] as const
type DeviceType = (typeof deviceTypes)[number]
const OWN = 'own'

/** Tests a channel: decisions for a simulated new viewer, with the answers of ad servers. */
export function TryChannel({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const rights = useRights('Ad Insertion', 'Channel')
  const ask = useTryChannel(channel)
  const [country, setCountry] = useState('')
  const [device, setDevice] = useState<DeviceType | typeof OWN>(OWN)
  const [query, setQuery] = useState('')
  const [isWrong, setWrong] = useState(false)
  if (!rights.update) return null
  const code = country.trim().toUpperCase()
  const isCountry = /^[A-Z]{2}$/.test(code)
  const run = () => {
    if (code !== '' && !isCountry) return setWrong(true)
    ask.mutate({
      ...(isCountry && { country: code }),
      ...(device !== OWN && { deviceType: device }),
      params: Object.fromEntries(new URLSearchParams(query.trim().replace(/^\?/, ''))),
    })
  }
  return (
    <Section title={t('ads:channel.try.title')} about={t('ads:channel.try.about')}>
      <form
        className="flex flex-col gap-3 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <TextField
            ltr
            optional
            name="country"
            label={t('ads:channel.try.country')}
            help={isCountry ? nameOf(code, tag) : t('ads:channel.try.countryHelp')}
            value={country}
            onChange={(typed) => {
              setCountry(typed)
              setWrong(false)
            }}
            error={isWrong ? t('ads:channel.try.countryWrong') : undefined}
          />
          <Select
            label={t('ads:channel.try.device')}
            value={device}
            onChange={setDevice}
            options={[
              { id: OWN, label: t('ads:channel.try.own') },
              ...deviceTypes.map((id) => ({ id, label: t(`ads:log.devices.${id}`) })),
            ]}
          />
        </div>
        <TextField
          ltr
          optional
          name="params"
          label={t('ads:channel.try.params')}
          help={t('ads:channel.try.paramsHelp')}
          value={query}
          onChange={setQuery}
        />
        <div>
          <Button type="submit" busy={ask.isPending}>
            {t('ads:channel.try.run')}
          </Button>
        </div>
      </form>
      {ask.isError && <ErrorState title={t('ads:channel.try.failed')} error={ask.error} onRetry={run} />}
      {ask.data?.decisions.length === 0 && (
        <p className="text-ink-2">{t(`ads:channel.try.${ask.data.isOffAir ? 'offAir' : 'none'}`)}</p>
      )}
      {ask.data?.decisions.map((decision) => (
        <DecisionPart key={decision.position} decision={decision} />
      ))}
    </Section>
  )
}

function nameOf(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}
