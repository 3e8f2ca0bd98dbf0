/** What a company's name ends or begins with and is seldom asked by: AG, Ltd, ООО, 株式会社. For suggesting only (N4). Must not know of entities. */
import { formOf, joinLetters, latinOf } from './latin-form';

/** Each line one form of company, by its ways of writing; after `+` those that may also begin a name, after `^` one that only does. */
const FORMS = `
Ltd | Limited | Pvt Ltd | Private Limited | Pte Ltd | Pty Ltd | Ltd Co
+ LLC | Limited Liability Company | ООО | Общество с ограниченной ответственностью | ТОВ | Товариство з обмеженою відповідальністю | ТОО | ՍՊԸ | შპს | O O D | ООД | ЕООД | UAB | SIA
Inc | Incorporated
Corp | Corporation
Co | Company | Cie | Compagnie
Co Ltd | Company Limited
Corp Ltd | Corporation Ltd | Corporation Limited
PLC | Public Limited Company
LP | Limited Partnership
LLP | Limited Liability Partnership
GmbH | Gesellschaft mit beschränkter Haftung | GesmbH | mbH
AG | Aktiengesellschaft
KG | Kommanditgesellschaft | GmbH Co KG | AG Co KG
OHG | Offene Handelsgesellschaft
UG | Unternehmergesellschaft | UG haftungsbeschränkt
eV | eingetragener Verein
eG | eingetragene Genossenschaft
SE | Societas Europaea
SA | Société anonyme | Sociedad anónima | Sociedade anónima | Société par actions simplifiée | SAS | SA de CV | SAB de CV | Spółka Akcyjna | Ανώνυμη Εταιρεία | ΑΕ
+ SARL | Société à responsabilité limitée | ЕПЕ | ΕΠΕ
+ SL | Sociedad Limitada | SLU | SRL | Società a responsabilità limitata | Societatea cu răspundere limitată | S de RL de CV | S de RL | Srls
SpA | Società per azioni
Ltda | Lda | Limitada
BV | Besloten Vennootschap | BVBA | SPRL
NV | Naamloze Vennootschap
+ AB | Aktiebolag | AB publ
AS | ASA | Aksjeselskap | Aktieselskab | A S | ApS | Anpartsselskab | Anonim Şirketi | AŞ | Akciová společnost
+ Oy | Oyj | Osakeyhtiö | Oy Ab
+ JSC | Joint Stock Company | АО | ^АО | Акционерное общество | OJSC | ОАО | Open Joint Stock Company | Открытое акционерное общество | PJSC | ПАО | Public Joint Stock Company | Публичное акционерное общество | ЗАО | CJSC | Closed Joint Stock Company | Закрытое акционерное общество | НАО | Акціонерне товариство | АТ | ^АТ | ПрАТ | ПАТ | АД | EAD
Sp zoo | Sp z oo | Spółka z ograniczoną odpowiedzialnością
sro | Společnost s ručením omezeným
Kft | Korlátolt felelősségű társaság | Zrt | Nyrt | Bt
doo | d o o | ДОО | dd | d d
^PT | Perseroan Terbatas | Tbk
Sdn Bhd | Bhd | Berhad
+ KK | ^株 | Kabushiki Kaisha | Kabushiki Gaisha | 株式会社 | 株 | Co KK
+ GK | Godo Kaisha | 合同会社
+ YK | 有限会社 | 有
+ 有限公司 | 有限责任公司 | 有限責任公司
股份有限公司
+ 주식회사 | 주 | ^주 | 유한회사
+ บริษัท | จำกัด
בעמ | בע מ
+ ش م م | شركة ذات مسؤولية محدودة | شركة
प्राइवेट लिमिटेड | लिमिटेड | प्रा लि
`;

const LONGEST = 6;

const wordsOf = (name: string): string[] => joinLetters(latinOf(formOf(name)).split(' '));

const [LEADS, MAY_LEAD] = ['^', '+ '];
/** Shorter ones begin many names that are no company's: AB Foods. */
const LEAST_LEADING = 3;

/** By their words; those that begin a name with the sign before them. A word of two forms is of the first. */
const formsByWords = new Map<string, number>();
FORMS.trim()
	.split('\n')
	.forEach((line, form) => {
		const put = (text: string): void => {
			if (!formsByWords.has(text)) formsByWords.set(text, form);
		};
		const mayLead = line.startsWith(MAY_LEAD);
		for (const name of line.slice(mayLead ? MAY_LEAD.length : 0).split(' | ')) {
			const words = wordsOf(name).join(' ');
			if (name.startsWith(LEADS)) put(LEADS + words);
			else put(words);
			if (mayLead && words.length >= LEAST_LEADING) put(LEADS + words);
		}
	});

/** Words that some form ends or begins with: nearly all names have none there. */
const [lastWords, firstWords] = [new Set<string>(), new Set<string>()];
for (const text of formsByWords.keys()) {
	if (text.startsWith(LEADS)) firstWords.add(text.slice(LEADS.length).split(' ')[0] ?? '');
	else lastWords.add(text.split(' ').at(-1) ?? '');
}

/** The longest form that `words` begin or end with, and how many words it is. */
const formAt = (words: readonly string[], atEnd: boolean): { form: number; length: number } | undefined => {
	if (!(atEnd ? lastWords.has(words.at(-1) ?? '') : firstWords.has(words[0] ?? ''))) return undefined;
	for (let length = Math.min(LONGEST, words.length - 1); length > 0; length--) {
		const form = formsByWords.get(atEnd ? words.slice(-length).join(' ') : LEADS + words.slice(0, length).join(' '));
		if (form !== undefined) return { form, length };
	}
	return undefined;
};

/** The words of a name without what only says which form of company it is; and those forms, in order of their kind. At least one word is left. */
export const splitCompanyForms = (words: string[]): { core: string[]; forms: number[] } => {
	let core = words;
	const forms = new Set<number>();
	for (let found = formAt(core, true); found; found = formAt(core, true)) {
		forms.add(found.form);
		core = core.slice(0, -found.length);
	}
	const leading = formAt(core, false);
	if (leading) {
		forms.add(leading.form);
		core = core.slice(leading.length);
	}
	return { core, forms: [...forms].sort((a, b) => a - b) };
};
