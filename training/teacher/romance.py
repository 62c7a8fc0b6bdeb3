"""Sentences that the teacher reads in Spanish, French and Portuguese of Brazil: our own."""

SPANISH_SLOTS = {
    'name': 'Ana|Juan|Lucía|Jorge|Carmen|Pedro|Sofía|Miguel|Elena|Ángel|Pilar|Raúl',
    'place': 'Madrid|Sevilla|Bogotá|Lima|Valencia|Guadalajara|Buenos Aires|Zaragoza|La Habana|Quito',
    'day': 'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
    'month': 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
    'number': '2|3|7|11|15|22|34|48|56|61|73|89|100|125|340|512|1000|2500',
    'thing': 'libro|coche|paraguas|teléfono|billete|reloj|queso|jarrón|zapato|vestido|periódico|equipaje|niño|perro',
    'adjective': 'bonito|caro|barato|viejo|rápido|extraño|precioso|ligero|largo|nuevo|sucio|oscuro',
    'verb': 'salir|llamar|esperar|comer|trabajar|volver|pagar|dormir|viajar|cantar',
    'hour': 'las dos y media|las cinco en punto|la una y cuarto|las ocho menos diez|las once',
}
SPANISH_TEMPLATES = '''
Hola, soy {name}, de {place}.
¿Cómo estás hoy, {name}?
El tren a {place} sale a {hour}.
¿A qué hora quieres {verb}?
¿Cuánto cuesta este {thing}?
Son {number} euros con {number} céntimos.
¿Me puede decir dónde está el {thing}?
La reunión es el {day} {number} de {month}.
No, gracias, prefiero {verb} más tarde.
Perdone, ¿está libre este asiento?
¡Qué {thing} tan {adjective}!
{name} compró un {thing} muy {adjective} en {place}.
¿Has estado alguna vez en {place}?
El {day} vamos a {verb} con {name} y {name}.
Su número de pedido es el {number}.
Si llueve el {day}, no vamos a {verb}.
¿Quién tiene mi {thing}?
¿Quieres {verb} conmigo?
Creo que {name} llega a {hour}.
En {month} hace mucho frío en {place}.
Vivo en la calle Mayor, número {number}.
¿Por qué no quieres {verb}, {name}?
Dice que el {thing} es {adjective}, pero no lo creo.
'''
SPANISH_SENTENCES = '''
Buenos días, ¿en qué puedo ayudarle?
Muchas gracias por su llamada.
Un momento, por favor.
No entiendo; ¿puede repetirlo más despacio?
El perro de San Roque no tiene rabo porque Ramón Ramírez se lo ha robado.
La guitarra y el violín sonaban juntos en la plaza.
Mañana por la mañana iremos a la montaña con los niños.
El cielo estaba completamente gris, pero no llovía.
¿De verdad?
¡Claro que sí!
Me gustaría reservar una habitación para dos personas.
El jefe dijo que el jueves no había trabajo.
Aquella lluvia llenó las calles de agua y de barro.
La huella del zorro se perdía entre los árboles.
Hay que cerrar la puerta antes de salir.
¿Dónde aprendiste a cocinar tan bien?
Ayer vi a tu hermana en el autobús, y hoy la he visto otra vez.
Es imposible, pero lo vamos a intentar.
Quiero un kilo de tomates, medio kilo de cebollas y una docena de huevos.
Cuando era joven, mi abuelo viajó por todo el mundo.
El examen fue más fácil de lo que pensábamos.
¿Te gusta el café con azúcar o sin azúcar?
Cierra la ventana, que hace frío.
La película empieza dentro de diez minutos.
Ojalá tengamos suerte.
En el mercado venden pescado fresco todos los días.
Nadie sabe qué ocurrió aquella noche en el viejo castillo.
Lo siento mucho; no volverá a pasar.
Siga todo recto y gire a la izquierda en el segundo semáforo.
El médico le aconsejó dormir más y trabajar menos.
¡Feliz cumpleaños!
¿Ya han llegado los invitados?
La ciencia avanza poco a poco, con paciencia y con preguntas.
Cada uno eligió el camino que le pareció mejor.
Bueno, nos vemos el próximo viernes, ¿de acuerdo?
'''

FRENCH_SLOTS = {
    'name': 'Marie|Jean|Chloé|Luc|Élise|Pierre|Camille|Hugo|Sylvie|Julien|Agnès|Benoît',
    'place': 'Paris|Lyon|Bruxelles|Genève|Bordeaux|Lille|Québec|Nantes|Toulouse|Strasbourg',
    'day': 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    'month': 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
    'number': '2|3|7|11|15|22|34|48|56|61|71|80|95|100|125|340|512|1000|2500',
    'thing': 'livre|train|parapluie|billet|journal|fromage|vélo|chapeau|bureau|gâteau|jardin|cousin|manteau|bijou',
    'adjective': 'étrange|magnifique|difficile|rapide|utile|propre|rouge|jeune|simple|célèbre|bizarre',
    'verb': 'partir|appeler|attendre|manger|travailler|revenir|payer|dormir|voyager|chanter|réfléchir',
    'hour': 'deux heures et demie|cinq heures|midi moins le quart|huit heures dix|onze heures',
}
FRENCH_TEMPLATES = '''
Bonjour, je m'appelle {name} et j'habite à {place}.
Comment allez-vous aujourd'hui, {name} ?
Le train pour {place} part à {hour}.
À quelle heure veux-tu {verb} ?
Combien coûte ce {thing} ?
Ça fait {number} euros, s'il vous plaît.
Pourriez-vous me dire où se trouve le {thing} ?
La réunion aura lieu le {day} {number} {month}.
Non merci, je préfère {verb} plus tard.
Excusez-moi, est-ce que cette place est libre ?
Quel {thing} {adjective} !
{name} a acheté un {thing} {adjective} à {place}.
Êtes-vous déjà allé à {place} ?
{day}, nous allons {verb} avec {name} et {name}.
Votre numéro de commande est le {number}.
S'il pleut {day}, nous n'allons pas {verb}.
Qui a pris mon {thing} ?
Tu veux {verb} avec moi ?
Je crois que {name} arrive à {hour}.
En {month}, il fait assez froid à {place}.
Il y a {number} pages dans ce {thing}.
Pourquoi ne veux-tu pas {verb}, {name} ?
On dit que ce {thing} est {adjective}, mais je n'en suis pas sûr.
'''
FRENCH_SENTENCES = '''
Merci beaucoup, et bonne journée !
Un instant, je vous prie.
Je n'ai pas bien compris ; pouvez-vous répéter ?
Un bon vin blanc accompagne très bien le poisson.
Les enfants jouent dans le jardin avec un grand chien brun.
La montagne était couverte de neige jusqu'au village.
Il faut que nous soyons là avant la nuit.
Vraiment ?
Bien sûr que oui !
Je voudrais réserver une chambre pour deux personnes.
L'oiseau bleu s'est envolé au-dessus des feuilles d'automne.
Elle a huit frères, deux sœurs et une nièce.
Jeudi prochain, le musée ouvrira une heure plus tard.
Ma grand-mère faisait une soupe à l'oignon extraordinaire.
Tout à coup, la lumière s'éteignit et personne ne bougea.
Est-ce que tu as bien fermé la porte à clé ?
Où avez-vous appris à cuisiner ainsi ?
Peu à peu, le bruit de la pluie devint plus doux.
Cinq pommes, une douzaine d'œufs et un peu de beurre.
Quand il était jeune, mon oncle voyageait dans le monde entier.
L'examen était plus facile que nous ne l'avions pensé.
Préférez-vous le thé ou le café ?
Le film commence dans dix minutes.
J'espère que nous aurons de la chance.
Tournez à gauche au deuxième feu, puis continuez tout droit.
Je suis désolée, cela ne se reproduira plus.
Joyeux anniversaire !
Les invités sont-ils déjà arrivés ?
La science avance lentement, avec patience et avec des questions.
Chacun choisit le chemin qui lui semblait le meilleur.
Bon, on se voit vendredi, d'accord ?
Le juge a rejeté la demande sans aucune explication.
Un parfum de menthe et de citron emplissait la cuisine.
Qu'est-ce que c'est que ça ?
Nous avons longtemps attendu, puis nous sommes rentrés à la maison.
'''

PORTUGUESE_SLOTS = {
    'name': 'Ana|João|Luísa|Jorge|Beatriz|Pedro|Sofia|Rafael|Helena|Tiago|Conceição|Caio',
    'place': 'São Paulo|Rio de Janeiro|Salvador|Recife|Belém|Curitiba|Fortaleza|Porto Alegre|Brasília|Manaus',
    'day': 'segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo',
    'month': 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
    'number': '2|3|7|11|15|22|34|48|56|61|73|89|100|125|340|512|1000|2500',
    'thing': 'livro|carro|telefone|relógio|queijo|bilhete|jornal|sapato|vestido|coração|cachorro|pão|guarda-chuva',
    'adjective': 'bonito|caro|barato|velho|rápido|estranho|lindo|leve|comprido|novo|sujo|escuro',
    'verb': 'sair|ligar|esperar|comer|trabalhar|voltar|pagar|dormir|viajar|cantar',
    'hour': 'duas e meia|cinco horas|uma e quinze|oito e dez|onze horas',
}
PORTUGUESE_TEMPLATES = '''
Olá, aqui é {name}, de {place}.
Como você está hoje, {name}?
O ônibus para {place} sai às {hour}.
A que horas você quer {verb}?
Quanto custa este {thing}?
São {number} reais e {number} centavos.
Você pode me dizer onde fica o {thing}?
A reunião é na {day}, dia {number} de {month}.
Não, obrigado, prefiro {verb} mais tarde.
Com licença, este lugar está livre?
Que {thing} mais {adjective}!
{name} comprou um {thing} muito {adjective} em {place}.
Você já esteve em {place}?
No fim de semana vamos {verb} com {name} e {name}.
O número do seu pedido é {number}.
Se chover na {day}, não vamos {verb}.
Quem pegou o meu {thing}?
Você quer {verb} comigo?
Acho que {name} chega às {hour}.
Em {month} faz muito calor em {place}.
Moro na rua das Flores, número {number}.
Por que você não quer {verb}, {name}?
Dizem que o {thing} é {adjective}, mas eu não acredito.
'''
PORTUGUESE_SENTENCES = '''
Bom dia, em que posso ajudar?
Muito obrigada pela sua ligação.
Um momento, por favor.
Não entendi; você pode repetir mais devagar?
O rato roeu a roupa do rei de Roma.
Amanhã de manhã vamos à praia com as crianças.
O céu estava cinzento, mas não chovia.
É verdade?
Claro que sim!
Eu gostaria de reservar um quarto para duas pessoas.
O chefe disse que na quinta não haveria trabalho.
A chuva encheu as ruas de água e de lama.
É preciso fechar a porta antes de sair.
Onde você aprendeu a cozinhar tão bem?
Ontem vi a sua irmã no ônibus, e hoje a vi outra vez.
Não é possível, mas vamos tentar.
Quero um quilo de tomates, meio quilo de cebolas e uma dúzia de ovos.
Quando era jovem, meu avô viajou pelo mundo inteiro.
A prova foi mais fácil do que pensávamos.
Você gosta de café com açúcar ou sem açúcar?
Feche a janela, que está frio.
O filme começa daqui a dez minutos.
Tomara que a gente tenha sorte.
Na feira vendem peixe fresco todos os dias.
Ninguém sabe o que aconteceu naquela noite no velho castelo.
Sinto muito; não vai acontecer de novo.
Siga em frente e vire à esquerda no segundo sinal.
O médico disse para dormir mais e trabalhar menos.
Feliz aniversário!
Os convidados já chegaram?
A ciência avança aos poucos, com paciência e com perguntas.
Cada um escolheu o caminho que lhe pareceu melhor.
Bom, a gente se vê na sexta, está bem?
A mãe pôs o pão quente em cima da mesa da cozinha.
Os meus irmãos têm um cão, dois gatos e muitas galinhas.
'''
