import type { VconnectDestination } from '@kinora/contract'
import { createVconnectDestinationBody } from '@kinora/contract/vconnect/destinations'
import { vconnectLimits } from '@kinora/contract/vconnect/values'
import { useId } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { showFieldProblems, useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { type DestinationBody, useSaveDestination } from '../queries'
import { NumberField, SecretFields } from './end-fields'

interface DestinationFormProps {
  /** Null for a new one. */
  readonly destination: VconnectDestination | null
  readonly onClose: () => void
}

type Way = 'destinationCaller' | 'destinationListener' | 'destinationUdp'

const ways = {
  destinationCaller: { kind: 'srt', mode: 'caller' },
  destinationListener: { kind: 'srt', mode: 'listener' },
  destinationUdp: { kind: 'udp', mode: 'caller' },
} as const satisfies Record<Way, unknown>

/** Creates or edits a destination. */
export function DestinationForm({ destination, onClose }: DestinationFormProps) {
  const t = useText()
  const formId = useId()
  const save = useSaveDestination(destination)
  const form = useSchemaForm(createVconnectDestinationBody, {
    name: destination?.name ?? '',
    kind: destination?.kind ?? 'srt',
    mode: destination?.mode ?? 'caller',
    address: destination === null ? '' : destination.mode === 'listener' ? null : destination.address,
    latencyMs: destination?.latencyMs ?? vconnectLimits.latencyMs,
    maxCallers: destination?.maxCallers ?? vconnectLimits.callers,
  })
  const kind = useField(form, 'kind')
  const mode = useField(form, 'mode')
  const address = useField(form, 'address')
  const passphrase = useField(form, 'passphrase')
  const streamId = useField(form, 'streamId')
  const latency = useField(form, 'latencyMs')
  const maxCallers = useField(form, 'maxCallers')
  const name = useField(form, 'name')
  const way: Way =
    kind.value === 'udp'
      ? 'destinationUdp'
      : mode.value === 'listener'
        ? 'destinationListener'
        : 'destinationCaller'
  const send = form.handleSubmit((body) =>
    save.mutate(body as DestinationBody, {
      onSuccess: (saved) => {
        toast({ text: t('vconnect:form.saved', { name: isolate(saved.name) }), tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (error instanceof Problem && showFieldProblems(form, error, ['name', 'address'])) save.reset()
      },
    }),
  )
  return (
    <FormDialog
      title={t(`vconnect:form.${destination === null ? 'newDestination' : 'editDestination'}`)}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('vconnect:form.cancel')}
      submit={{
        form: formId,
        label: t(`vconnect:form.${destination === null ? 'createDestination' : 'save'}`),
      }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...name} autoFocus label={t('vconnect:form.name')} />
        {destination === null && (
          <Select
            label={t('vconnect:form.way')}
            value={way}
            onChange={(chosen) => {
              kind.onChange(ways[chosen].kind)
              mode.onChange(ways[chosen].mode)
              address.onChange(chosen === 'destinationListener' ? null : '')
            }}
            options={(Object.keys(ways) as Way[]).map((id) => ({ id, label: t(`vconnect:form.ways.${id}`) }))}
            {...(way === 'destinationListener' && { help: t('vconnect:form.port') })}
          />
        )}
        {way !== 'destinationListener' && (
          <TextField
            {...address}
            ltr
            label={t('vconnect:form.address')}
            placeholder={way === 'destinationUdp' ? 'udp://239.0.0.1:5000' : 'srt://host:9000'}
            value={address.value ?? ''}
          />
        )}
        {way !== 'destinationUdp' && (
          <SecretFields passphrase={passphrase} streamId={streamId} known={destination} />
        )}
        <NumberField
          field={latency}
          label={t('vconnect:form.latency')}
          help={t('vconnect:form.latencyHelp')}
        />
        {way === 'destinationListener' && (
          <NumberField field={maxCallers} label={t('vconnect:form.maxCallers')} />
        )}
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
