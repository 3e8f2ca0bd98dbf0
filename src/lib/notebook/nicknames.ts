/** Given names and what their bearers are called. For suggesting only (N4). Must not know of entities. */
import { soundOf } from './sounds';

/** Each line one name and its short forms; a short form may stand in several. */
const NAMES = `
abigail abby gail
abraham abe avi bram
aleksandr alexander alexandre alejandro alessandro alex alec aleks sasha sanya shura sandy xander sandro lex iskander
alexandra aleksandra alex sasha sandra alexa lexi
alfred alf alfie fred
alexei aleksey alyosha lyosha
anastasia nastya stacy stasya
andrew andrei andreas andrea andres andy drew drey
ann anna anne hannah annie anya nan nancy anita
anthony antonio anton tony toni toño
arthur artur art artie
barack barry
barbara barb babs bobbie
benjamin ben benny benji bibi binyamin
bernard bernhard bernie bernd
boris borya
catherine katherine kathryn katarina ekaterina katharina cathy kathy kate katie kat kitty katya käthe trina
charles carlos karl carl charlie chuck chas charly
christine christina kristina tina chris chrissy kristin
christopher kristof cristobal chris kit topher kester
daniel daniil dan danny danil
david dave davy dawid dudi
deborah debra deb debbie
dmitry dmitri dima mitya
dominic dominik dom nick
donald don donny
dorothy dot dottie dolly dora
edward eduard eduardo ed eddie ted teddy ned
eleanor ellen nell nellie nora ellie lena
elizabeth elisabeth elisabetta isabel eliza liz lizzy beth betty betsy bess lisa elsa libby lilibet sissi bettina
emily emma em emmy
eugene evgeny yevgeny gene zhenya
fernando ferdinand nando ferdy
francis francisco francesco franz frank paco pancho frankie fran cisco frantisek
frederick friedrich frederic federico fred freddy fritz rick
gabriel gabriela gabriele gabe gaby
george georg jorge yuri georgi jurgen
gerald gerard gerhard gerry jerry gerd
gregory grigory gregor greg grisha
harold harry hal
heinrich henry henri enrique enrico harry hank heinz heiner hal
helen elena helena yelena lena nell
ignacio nacho iggy
ibrahim ebrahim abraham
irina ira
isaac itzhak yitzhak ike zac
ivan vanya john
jacob yakov jakob jake
james jaime jim jimmy jamie jem diego
jane janet jean jan jenny
jeffrey geoffrey jeff geoff
jennifer jen jenny
jeremy jeremiah jerry jem
jessica jess jessie
johannes john johann hans jan joannes ian jack johnny giovanni juan jean yannis ioannis hannes jannis sean
jonathan jon jonny nathan yoni
joseph josef jose giuseppe joe joey pepe jo beppe yosef yusuf iosif sepp
joshua josh yehoshua
judith judy judit
katsuhiro katsu
kenneth ken kenny
konstantin constantine kostya costa kostas
larisa lara
laurence lawrence laurent lorenzo larry lars laurie renzo
leonard leonardo leonid len lenny leo lyonya
louis luis ludwig luigi lewis lou lutz lucho
lyudmila ludmila lyuda mila
madeleine magdalena magda maddie lena
manuel emmanuel emanuel immanuel manolo manny manu
margaret margarita margarete margot maggie meg peggy rita greta gretchen marge madge daisy grete
maria mary marie miriam masha molly polly mia mitzi marusya maruja
martha marta patty
martin marty tino
matthew matthias mateo matt matty mats matteo
maximilian maxim maksim max maximo
michael mikhail miguel michel michele mike mick micky misha mickey mischa mihai michal
mohammed muhammad mohamed mehmet mohammad mo hamada mahomet muhammed moh md
nathaniel nathan nat nate
nicholas nikolai nicolas nikolaus nick nicky kolya klaus nico nikos niccolo mikolaj
oleg olezhka
olga olya
oliver ollie olli
pamela pam
patricia pat patty tricia trish
patrick pat paddy padraig
paul pablo pavel paolo pasha paulie pawel
peter pedro pyotr petr pietro pierre pete petya pit piotr
philip philippe felipe phil pip filip
rachel rahel rae
rebecca becky becca rivka
reinhard reiner rainer
richard ricardo riccardo rick dick rich richie ricky
robert roberto bob bobby rob robbie bert robin rupert
roger rodge hodge ruggero
ronald ronaldo ron ronnie
rudolf rodolfo rudi rolf
russell russ rusty
salvador salvatore sal chava
samuel samantha sam sammy shmuel
sarah sara sally sadie
sebastian seb bastian basti bas
sergey sergei sergio serge seryozha
simon shimon semyon si szymon
solomon sol salomon shlomo zalman
stephen steven stefan esteban etienne steve stevie stephan stepan stef istvan
susan susanna suzanne sue susie suzy shoshana
svetlana sveta
tatiana tatyana tanya
theodore theodor fyodor ted teddy theo fedya
theresa teresa terese terry tess tessa resi therese
thomas tomas tommaso tom tommy thom
timothy timofey tim timmy
ulrich uli ulli
valentina valya
victor viktor vitya vic vito
victoria viktoria vicky tori vika
vincent vicente vince vinny enzo vincenzo
virginia ginny ginger
vladimir volodymyr vladimiro vova volodya vlad
walter wally walt
wilhelm william guillermo guglielmo guillaume bill billy will willy willi liam memo
yaroslav slava jarek
zachary zacharias zach zack
zsuzsanna zsuzsa
`;

const groups = new Map<string, number[]>();
NAMES.trim()
	.split('\n')
	.forEach((line, group) => {
		for (const name of line.normalize('NFD').replace(/\p{M}/gu, '').split(' ')) {
			const sound = soundOf(name);
			groups.set(sound, [...(groups.get(sound) ?? []), group]);
		}
	});

/** Whether two words may be one person's given name: Bob and Robert, Sasha and Aleksandr. By sound (`soundOf`). */
export const maybeOneGivenName = (a: string, b: string): boolean => {
	const ofB = groups.get(b);
	return ofB !== undefined && (groups.get(a)?.some((group) => ofB.includes(group)) ?? false);
};
