import type { AdChannel } from '@kinora/contract'
import * as z from 'zod/mini'
import { useField, useSchemaForm } from '../../../lib/form'
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
const OWN = 'own'

const viewerBody = z.object({
  country: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^(?:[A-Z]{2})?$/)),
  device: z.enum([OWN, ...deviceTypes]),
  params: z.string(),
})

/** Tests a channel: decisions for a simulated new viewer, with the answers of ad servers. */
export function TryChannel({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const rights = useRights('Ad Insertion', 'Channel')
  const ask = useTryChannel(channel)
  const form = useSchemaForm(viewerBody, { country: '', device: OWN, params: '' })
  const country = useField(form, 'country')
  const device = useField(form, 'device')
  const params = useField(form, 'params')
  if (!rights.update) return null
  const code = country.value.trim().toUpperCase()
  const send = form.handleSubmit(({ country, device, params }) =>
    ask.mutate({
      ...(country !== '' && { country }),
      ...(device !== OWN && { deviceType: device }),
      params: Object.fromEntries(new URLSearchParams(params.trim().replace(/^\?/, ''))),
    }),
  )
  return (
    <Section title={t('ads:channel.try.title')} about={t('ads:channel.try.about')}>
      <form className="flex flex-col gap-3 py-3" onSubmit={send} noValidate>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <TextField
            {...country}
            ltr
            optional
            label={t('ads:channel.try.country')}
            help={/^[A-Z]{2}$/.test(code) ? nameOf(code, tag) : t('ads:channel.try.countryHelp')}
            error={country.error && t('ads:channel.try.countryWrong')}
          />
          <Select
            label={t('ads:channel.try.device')}
            value={device.value}
            onChange={device.onChange}
            options={[
              { id: OWN, label: t('ads:channel.try.own') },
              ...deviceTypes.map((id) => ({ id, label: t(`ads:log.devices.${id}`) })),
            ]}
          />
        </div>
        <TextField
          {...params}
          ltr
          optional
          label={t('ads:channel.try.params')}
          help={t('ads:channel.try.paramsHelp')}
        />
        <div>
          <Button type="submit" busy={ask.isPending}>
            {t('ads:channel.try.run')}
          </Button>
        </div>
      </form>
      {ask.isError && (
        <ErrorState title={t('ads:channel.try.failed')} error={ask.error} onRetry={() => void send()} />
      )}
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
