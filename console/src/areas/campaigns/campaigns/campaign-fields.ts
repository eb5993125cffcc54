import type { createCampaignBody } from '@kinora/contract/campaigns/campaigns'
import type { UseFormReturn } from 'react-hook-form'

type CampaignFields = NonNullable<ReturnType<typeof createCampaignBody.safeParse>['data']>

/** What a part of the form works with. */
export interface FieldsProps {
  readonly form: UseFormReturn<CampaignFields>
}
