/** segmentation_type_id (ANSI/SCTE 35 2023, table 23), in the words of the standard. */
export const segmentationTypes: Readonly<Record<number, string>> = {
  0: 'Not Indicated',
  1: 'Content Identification',
  2: 'Private',
  16: 'Program Start',
  17: 'Program End',
  18: 'Program Early Termination',
  19: 'Program Breakaway',
  20: 'Program Resumption',
  21: 'Program Runover Planned',
  22: 'Program Runover Unplanned',
  23: 'Program Overlap Start',
  24: 'Program Blackout Override',
  25: 'Program Join',
  26: 'Program Immediate Resumption',
  32: 'Chapter Start',
  33: 'Chapter End',
  34: 'Break Start',
  35: 'Break End',
  36: 'Opening Credit Start',
  37: 'Opening Credit End',
  38: 'Closing Credit Start',
  39: 'Closing Credit End',
  48: 'Provider Advertisement Start',
  49: 'Provider Advertisement End',
  50: 'Distributor Advertisement Start',
  51: 'Distributor Advertisement End',
  52: 'Provider Placement Opportunity Start',
  53: 'Provider Placement Opportunity End',
  54: 'Distributor Placement Opportunity Start',
  55: 'Distributor Placement Opportunity End',
  56: 'Provider Overlay Placement Opportunity Start',
  57: 'Provider Overlay Placement Opportunity End',
  58: 'Distributor Overlay Placement Opportunity Start',
  59: 'Distributor Overlay Placement Opportunity End',
  60: 'Provider Promo Start',
  61: 'Provider Promo End',
  62: 'Distributor Promo Start',
  63: 'Distributor Promo End',
  64: 'Unscheduled Event Start',
  65: 'Unscheduled Event End',
  66: 'Alternate Content Opportunity Start',
  67: 'Alternate Content Opportunity End',
  68: 'Provider Ad Block Start',
  69: 'Provider Ad Block End',
  70: 'Distributor Ad Block Start',
  71: 'Distributor Ad Block End',
  80: 'Network Start',
  81: 'Network End',
}

/** segmentation_upid_type (table 22). */
export const upidTypes: Readonly<Record<number, string>> = {
  0: 'Not Used',
  1: 'User Defined',
  2: 'ISCI',
  3: 'Ad-ID',
  4: 'UMID',
  5: 'ISAN (deprecated)',
  6: 'ISAN',
  7: 'TID',
  8: 'AiringID',
  9: 'ADI',
  10: 'EIDR',
  11: 'ATSC Content Identifier',
  12: 'MPU()',
  13: 'MID()',
  14: 'ADS Information',
  15: 'URI',
  16: 'UUID',
  17: 'SCR',
}

/** device_restrictions (table 21). */
export const deviceRestrictions: readonly string[] = [
  'Restrict Group 0',
  'Restrict Group 1',
  'Restrict Group 2',
  'None',
]

/** encryption_algorithm (table 27). */
export const encryptionAlgorithms: Readonly<Record<number, string>> = {
  0: 'No encryption',
  1: 'DES – ECB mode',
  2: 'DES – CBC mode',
  3: 'Triple DES EDE3 – ECB mode',
}

/** sap_type (table 6). */
export const sapTypes: readonly string[] = ['Type 1', 'Type 2', 'Type 3', 'Not Specified']
