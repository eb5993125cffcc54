import {
  type ImportRow,
  type MediaErrorId,
  mediaErrors,
  type RowFault,
  rowFaults,
  type SheetLanguage,
  type SkipReason,
} from '@kinora/contract'

interface Reasons {
  readonly faults: Readonly<Record<RowFault, string>>
  readonly skips: Readonly<Record<SkipReason, string>>
  readonly errors: Readonly<Record<MediaErrorId, string>>
}

/** Why a row did not become a video that plays, in one language; nothing where it did. */
export function reasonOf({ faults, skipReason, error }: ImportRow, language: SheetLanguage): string {
  const words = reasons[language]
  if (faults.length > 0) return faults.map(({ id }) => words.faults[id]).join('; ')
  if (skipReason !== null) return words.skips[skipReason]
  return error === null ? '' : words.errors[error.id]
}

const mediaTitles: Readonly<Record<MediaErrorId, string>> = {
  'media-unreadable': mediaErrors['media-unreadable'].title,
  'media-no-tracks': mediaErrors['media-no-tracks'].title,
  'media-no-sound': mediaErrors['media-no-sound'].title,
  'media-dimensions': mediaErrors['media-dimensions'].title,
  'media-frame-rate': mediaErrors['media-frame-rate'].title,
  'media-duration': mediaErrors['media-duration'].title,
  'media-codec': mediaErrors['media-codec'].title,
  'encode-failed': mediaErrors['encode-failed'].title,
  'encode-time-limit': mediaErrors['encode-time-limit'].title,
  'encode-memory-limit': mediaErrors['encode-memory-limit'].title,
  'encode-output-limit': mediaErrors['encode-output-limit'].title,
  'encode-stalled': mediaErrors['encode-stalled'].title,
  'codec-unavailable': mediaErrors['codec-unavailable'].title,
  'text-without-font': mediaErrors['text-without-font'].title,
  'source-missing': mediaErrors['source-missing'].title,
  'storage-failed': mediaErrors['storage-failed'].title,
  'storage-full': mediaErrors['storage-full'].title,
  'download-failed': mediaErrors['download-failed'].title,
  'download-refused': mediaErrors['download-refused'].title,
  'download-too-large': mediaErrors['download-too-large'].title,
  'download-time-limit': mediaErrors['download-time-limit'].title,
}

const reasons: Readonly<Record<SheetLanguage, Reasons>> = {
  en: {
    faults: rowFaults,
    skips: {
      'external-id-there': 'A video has this external id already',
      'url-there': 'This URL was brought in already',
    },
    errors: mediaTitles,
  },
  ar: {
    faults: {
      'url-missing': 'الرابط مطلوب',
      'url-invalid': 'يرجى إدخال رابط صالح',
      'url-twice': 'صف آخر يحمل هذا الرابط',
      'title-too-long': 'العنوان أطول من 200 حرف',
      'description-too-long': 'الوصف أطول من 5,000 حرف',
      'tag-too-long': 'أحد الوسوم أطول من 100 حرف',
      'tags-too-many': 'هناك أكثر من 50 وسمًا',
      'external-id-too-long': 'المعرّف الخارجي أطول من 200 حرف',
      'external-id-twice': 'صف آخر يحمل هذا المعرّف الخارجي',
      'policy-unknown': 'سياسة التشغيل ليست عامة ولا موقّعة',
    },
    skips: {
      'external-id-there': 'يوجد فيديو بهذا المعرّف الخارجي',
      'url-there': 'سبق استيراد هذا الرابط',
    },
    errors: {
      'media-unreadable': 'تتعذّر قراءة الملف كفيديو',
      'media-no-tracks': 'لا يحوي الملف صورة ولا صوتًا',
      'media-no-sound': 'لا يحوي الملف صوتًا يمكن قراءته',
      'media-dimensions': 'الصورة أكبر أو أصغر من المسموح',
      'media-frame-rate': 'معدل الإطارات مرتفع جدًا',
      'media-duration': 'ليس للفيديو مدة، أو أنه أطول من 24 ساعة',
      'media-codec': 'يستخدم الملف ترميزًا غير مدعوم',
      'encode-failed': 'فشل الترميز',
      'encode-time-limit': 'استغرق الترميز وقتًا أطول من اللازم',
      'encode-memory-limit': 'لم تكفِ الذاكرة للترميز',
      'encode-output-limit': 'تجاوزت النتيجة الحجم المسموح',
      'encode-stalled': 'توقف الترميز عن التقدم',
      'codec-unavailable': 'لا يستطيع هذا التثبيت الترميز بهذه الطريقة',
      'text-without-font': 'ليس على الخادم خط لبعض حروف النص',
      'source-missing': 'الملف المصدر غير موجود',
      'storage-failed': 'لم تستجب وحدة التخزين',
      'storage-full': 'مساحة التخزين ممتلئة تقريبًا',
      'download-failed': 'لم يسلّم العنوان الملف',
      'download-refused': 'لا يُسمح بالجلب من هذا العنوان',
      'download-too-large': 'الملف عند هذا العنوان أكبر من المسموح',
      'download-time-limit': 'استغرق جلب الملف وقتًا أطول من اللازم',
    },
  },
  hi: {
    faults: {
      'url-missing': 'यूआरएल ज़रूरी है',
      'url-invalid': 'कृपया सही यूआरएल डालें',
      'url-twice': 'दूसरी पंक्ति में यही यूआरएल है',
      'title-too-long': 'शीर्षक 200 अक्षरों से लंबा है',
      'description-too-long': 'विवरण 5,000 अक्षरों से लंबा है',
      'tag-too-long': 'एक टैग 100 अक्षरों से लंबा है',
      'tags-too-many': '50 से ज़्यादा टैग हैं',
      'external-id-too-long': 'बाहरी आईडी 200 अक्षरों से लंबी है',
      'external-id-twice': 'दूसरी पंक्ति में यही बाहरी आईडी है',
      'policy-unknown': 'प्लेबैक नीति न सार्वजनिक है, न हस्ताक्षरित',
    },
    skips: {
      'external-id-there': 'एक वीडियो की बाहरी आईडी पहले से यही है',
      'url-there': 'यह यूआरएल पहले लाया जा चुका है',
    },
    errors: {
      'media-unreadable': 'फ़ाइल को वीडियो के रूप में पढ़ा नहीं जा सकता',
      'media-no-tracks': 'फ़ाइल में न चित्र है, न ध्वनि',
      'media-no-sound': 'फ़ाइल में ऐसी कोई ध्वनि नहीं है जो पढ़ी जा सके',
      'media-dimensions': 'चित्र बहुत बड़ा या बहुत छोटा है',
      'media-frame-rate': 'फ़्रेम दर बहुत अधिक है',
      'media-duration': 'वीडियो की कोई अवधि नहीं है, या वह 24 घंटे से लंबा है',
      'media-codec': 'फ़ाइल का कोडेक समर्थित नहीं है',
      'encode-failed': 'एनकोडिंग विफल रही',
      'encode-time-limit': 'एनकोडिंग में बहुत समय लगा',
      'encode-memory-limit': 'एनकोडिंग में मेमोरी कम पड़ गई',
      'encode-output-limit': 'परिणाम बहुत बड़ा हो गया',
      'encode-stalled': 'एनकोडिंग आगे नहीं बढ़ रही थी',
      'codec-unavailable': 'यह इंस्टॉलेशन इसे एनकोड नहीं कर सकता',
      'text-without-font': 'टेक्स्ट के कुछ अक्षरों का फ़ॉन्ट सर्वर पर नहीं है',
      'source-missing': 'स्रोत फ़ाइल मौजूद नहीं है',
      'storage-failed': 'स्टोरेज ने उत्तर नहीं दिया',
      'storage-full': 'स्टोरेज लगभग भर गया है',
      'download-failed': 'पते से फ़ाइल नहीं मिली',
      'download-refused': 'इस पते से फ़ाइल लाने की अनुमति नहीं है',
      'download-too-large': 'पते पर मौजूद फ़ाइल बहुत बड़ी है',
      'download-time-limit': 'फ़ाइल लाने में बहुत समय लगा',
    },
  },
  te: {
    faults: {
      'url-missing': 'యూఆర్ఎల్ అవసరం',
      'url-invalid': 'దయచేసి సరైన యూఆర్ఎల్ ఇవ్వండి',
      'url-twice': 'మరో వరుసలో ఇదే యూఆర్ఎల్ ఉంది',
      'title-too-long': 'శీర్షిక 200 అక్షరాల కంటే పొడవుగా ఉంది',
      'description-too-long': 'వివరణ 5,000 అక్షరాల కంటే పొడవుగా ఉంది',
      'tag-too-long': 'ఒక ట్యాగ్ 100 అక్షరాల కంటే పొడవుగా ఉంది',
      'tags-too-many': '50 కంటే ఎక్కువ ట్యాగ్‌లు ఉన్నాయి',
      'external-id-too-long': 'బాహ్య ఐడి 200 అక్షరాల కంటే పొడవుగా ఉంది',
      'external-id-twice': 'మరో వరుసలో ఇదే బాహ్య ఐడి ఉంది',
      'policy-unknown': 'ప్లేబ్యాక్ విధానం పబ్లిక్ కాదు, సంతకం చేసినదీ కాదు',
    },
    skips: {
      'external-id-there': 'ఒక వీడియోకు ఈ బాహ్య ఐడి ఇప్పటికే ఉంది',
      'url-there': 'ఈ యూఆర్ఎల్ ఇప్పటికే తీసుకురాబడింది',
    },
    errors: {
      'media-unreadable': 'ఫైల్‌ను వీడియోగా చదవలేకపోయాం',
      'media-no-tracks': 'ఫైల్‌లో చిత్రం గానీ ధ్వని గానీ లేదు',
      'media-no-sound': 'ఫైల్‌లో చదవగలిగే ధ్వని లేదు',
      'media-dimensions': 'చిత్రం చాలా పెద్దది లేదా చాలా చిన్నది',
      'media-frame-rate': 'ఫ్రేమ్ రేటు చాలా ఎక్కువ',
      'media-duration': 'వీడియోకు నిడివి లేదు, లేదా 24 గంటలకు మించి ఉంది',
      'media-codec': 'ఫైల్‌లోని కోడెక్‌కు మద్దతు లేదు',
      'encode-failed': 'ఎన్‌కోడింగ్ విఫలమైంది',
      'encode-time-limit': 'ఎన్‌కోడింగ్‌కు చాలా సమయం పట్టింది',
      'encode-memory-limit': 'ఎన్‌కోడింగ్‌కు మెమరీ సరిపోలేదు',
      'encode-output-limit': 'ఫలితం చాలా పెద్దదైంది',
      'encode-stalled': 'ఎన్‌కోడింగ్ ముందుకు సాగలేదు',
      'codec-unavailable': 'ఈ ఇన్‌స్టాలేషన్ దీన్ని ఎన్‌కోడ్ చేయలేదు',
      'text-without-font': 'వచనంలోని కొన్ని అక్షరాలకు సర్వర్‌లో ఫాంట్ లేదు',
      'source-missing': 'మూల ఫైల్ లేదు',
      'storage-failed': 'స్టోరేజ్ స్పందించలేదు',
      'storage-full': 'స్టోరేజ్ దాదాపు నిండిపోయింది',
      'download-failed': 'చిరునామా నుండి ఫైల్ రాలేదు',
      'download-refused': 'ఈ చిరునామా నుండి తీసుకురావడానికి అనుమతి లేదు',
      'download-too-large': 'చిరునామాలోని ఫైల్ చాలా పెద్దది',
      'download-time-limit': 'ఫైల్‌ను తేవడానికి చాలా సమయం పట్టింది',
    },
  },
}
