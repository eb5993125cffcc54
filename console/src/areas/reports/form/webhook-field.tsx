import { isolate } from '../../../lib/browser/isolate'
import type { FieldProps } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'

interface WebhookFieldProps extends FieldProps<string | null | undefined> {
  /** Host of the webhook that the report has. Its address is secret, so it is only replaced or removed. */
  readonly host: string | null
}

/** The webhook that a report is posted to. Undefined keeps the one that it has, null removes it. */
export function WebhookField({ host, value, onChange, ...field }: WebhookFieldProps) {
  const t = useText()
  const isKept = host !== null && value === undefined
  const isRemoved = host !== null && value === null
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <TextField
          {...field}
          optional
          ltr
          type="url"
          label={t('reports:form.webhook')}
          help={
            isKept
              ? t('reports:form.webhookKept', { host: isolate(host) })
              : t(isRemoved ? 'reports:form.webhookRemoved' : 'reports:form.webhookHelp')
          }
          value={value ?? ''}
          onChange={(text) => onChange(text !== '' ? text : host === null ? null : undefined)}
        />
      </div>
      {isKept && (
        <Button size="small" onPress={() => onChange(null)}>
          {t('reports:form.webhookRemove')}
        </Button>
      )}
    </div>
  )
}
