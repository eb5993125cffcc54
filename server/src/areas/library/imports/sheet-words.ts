import type { ImportField, RowState, SheetLanguage } from '@kinora/contract'

/** Known column names; the first of each is used in our own files. */
export const columnNames: Readonly<Record<SheetLanguage, Readonly<Record<ImportField, readonly string[]>>>> =
  {
    en: {
      url: ['URL', 'Video URL', 'Link', 'Address', 'Source', 'Source URL', 'File URL'],
      title: ['Title', 'Name', 'Video title'],
      description: ['Description', 'About', 'Summary'],
      tags: ['Tags', 'Tag', 'Keywords', 'Labels'],
      externalId: ['External ID', 'ID', 'Reference', 'CMS ID', 'Asset ID'],
      playbackPolicy: ['Playback policy', 'Policy', 'Playback', 'Access'],
    },
    ar: {
      url: ['الرابط', 'عنوان URL', 'رابط الفيديو', 'رابط'],
      title: ['العنوان', 'الاسم', 'عنوان الفيديو', 'عنوان'],
      description: ['الوصف', 'وصف'],
      tags: ['الوسوم', 'وسوم', 'العلامات', 'الكلمات المفتاحية'],
      externalId: ['المعرّف الخارجي', 'المعرف', 'المرجع'],
      playbackPolicy: ['سياسة التشغيل', 'التشغيل'],
    },
    hi: {
      url: ['URL', 'यूआरएल', 'लिंक', 'वीडियो लिंक', 'पता'],
      title: ['शीर्षक', 'नाम', 'वीडियो शीर्षक'],
      description: ['विवरण', 'वर्णन'],
      tags: ['टैग', 'कीवर्ड'],
      externalId: ['बाहरी ID', 'बाहरी आईडी', 'आईडी', 'संदर्भ'],
      playbackPolicy: ['प्लेबैक नीति', 'नीति'],
    },
    te: {
      url: ['URL', 'యూఆర్ఎల్', 'లింక్', 'వీడియో లింక్', 'చిరునామా'],
      title: ['శీర్షిక', 'పేరు', 'వీడియో శీర్షిక'],
      description: ['వివరణ'],
      tags: ['ట్యాగ్‌లు', 'ట్యాగులు', 'ట్యాగ్', 'కీలకపదాలు'],
      externalId: ['బాహ్య ID', 'బాహ్య ఐడి', 'ఐడి', 'సూచన'],
      playbackPolicy: ['ప్లేబ్యాక్ విధానం', 'విధానం'],
    },
  }

/** Known names of the playback policies; the English ones are used in our own files. */
export const policyWords = {
  public: ['public', 'open', 'عام', 'सार्वजनिक', 'పబ్లిక్', 'బహిరంగం'],
  signed: [
    'signed',
    'private',
    'موقّع',
    'خاص',
    'साइन किया हुआ',
    'हस्ताक्षरित',
    'निजी',
    'సైన్ చేసినది',
    'సంతకం చేసినది',
    'ప్రైవేట్',
  ],
} as const

interface ReportWords {
  readonly sheet: string
  readonly row: string
  readonly state: string
  readonly reason: string
  readonly contentId: string
  readonly playbackId: string
  readonly states: Readonly<Record<RowState, string>>
}

export const reportWords: Readonly<Record<SheetLanguage, ReportWords>> = {
  en: {
    sheet: 'Videos',
    row: 'Row',
    state: 'State',
    reason: 'Reason',
    contentId: 'Video ID',
    playbackId: 'Playback ID',
    states: {
      invalid: 'Has errors',
      skipped: 'Skipped',
      waiting: 'Waiting',
      downloading: 'Downloading',
      processing: 'Processing',
      ready: 'Ready',
      failed: 'Failed',
      cancelled: 'Canceled',
      removed: 'Deleted later',
    },
  },
  ar: {
    sheet: 'الفيديوهات',
    row: 'الصف',
    state: 'الحالة',
    reason: 'السبب',
    contentId: 'معرّف الفيديو',
    playbackId: 'معرّف التشغيل',
    states: {
      invalid: 'فيه أخطاء',
      skipped: 'تم تخطيه',
      waiting: 'في الانتظار',
      downloading: 'قيد التنزيل',
      processing: 'قيد المعالجة',
      ready: 'جاهز',
      failed: 'فشل',
      cancelled: 'أُلغي',
      removed: 'حُذف لاحقًا',
    },
  },
  hi: {
    sheet: 'वीडियो',
    row: 'पंक्ति',
    state: 'स्थिति',
    reason: 'कारण',
    contentId: 'वीडियो ID',
    playbackId: 'प्लेबैक ID',
    states: {
      invalid: 'त्रुटियाँ हैं',
      skipped: 'छोड़ा गया',
      waiting: 'प्रतीक्षा में',
      downloading: 'डाउनलोड हो रहा है',
      processing: 'प्रोसेस हो रहा है',
      ready: 'तैयार',
      failed: 'विफल',
      cancelled: 'रद्द',
      removed: 'बाद में मिटाया गया',
    },
  },
  te: {
    sheet: 'వీడియోలు',
    row: 'వరుస',
    state: 'స్థితి',
    reason: 'కారణం',
    contentId: 'వీడియో ID',
    playbackId: 'ప్లేబ్యాక్ ID',
    states: {
      invalid: 'లోపాలు ఉన్నాయి',
      skipped: 'దాటవేయబడింది',
      waiting: 'వేచి ఉంది',
      downloading: 'డౌన్‌లోడ్ అవుతోంది',
      processing: 'ప్రాసెస్ అవుతోంది',
      ready: 'సిద్ధం',
      failed: 'విఫలమైంది',
      cancelled: 'రద్దు చేయబడింది',
      removed: 'తర్వాత తొలగించబడింది',
    },
  },
}
