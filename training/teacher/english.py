"""Sentences that the teacher reads in English: our own. In braces a slot, filled in by `texts.py`."""

SLOTS = {
    'name': 'Anna|Ben|Claire|David|Ellen|Frank|Grace|Henry|Isla|Jack|Kate|Leo|Maya|Noah|Olivia|Paul|Ruth|Sam|Theo|Zoe',
    'surname': 'Baker|Hughes|Carter|Thompson|Young|Roberts|Murphy|Joyce|Walsh|Zimmer|Vaughan|Shaw|Price|Fisher|Choi|Adler',
    'place': 'London|Boston|Chicago|Dublin|Leeds|Denver|Bristol|Oxford|Austin|Cardiff|Seattle|Paris|Rome|Tokyo|Glasgow|York',
    'day': 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday',
    'month': 'January|February|March|April|May|June|July|August|September|October|November|December',
    'date': '1st|2nd|3rd|4th|7th|9th|11th|12th|15th|18th|20th|21st|23rd|26th|30th|31st',
    'time': '7:15|8:30|9:45|10:05|11:20|12:40|1:50|2:25|3:35|4:10|5:55|6:00',
    'price': '$4.99|$12.50|$19.95|$27|$38.40|$66|$120|$245.75|$310|$1,299',
    'number': '3|5|8|12|14|17|20|23|36|41|58|60|72|85|97|104|250|316|742|1,500|2,840|36,000',
    'thing': 'book|jacket|window|ticket|garage|measure|orange|picture|television|passport|bottle|envelope|umbrella|'
             'charger|camera|letter|basket|mirror|recipe|violin|treasure|calendar|suitcase|thermometer',
    'food': 'bread and butter|a cup of tea|grilled fish|tomato soup|a bowl of rice|roast chicken|an orange|chocolate cake|'
            'a glass of water|half a sandwich|fresh basil|mushroom pie',
    'feeling': 'happy|tired|nervous|furious|curious|delighted|worried|calm|surprised|thirsty|proud|cheerful',
    'adjective': 'beautiful|strange|cheap|narrow|huge|thin|loud|gorgeous|rough|smooth|usual|familiar|poor|fair|thorough',
    'job': 'teacher|nurse|lawyer|engineer|farmer|journalist|chef|pilot|judge|plumber|dancer|author',
    'weather': 'rain|snow|sunshine|fog|thunder|a strong wind|hail|a clear sky',
    'verb': 'leave|call|wait|start|finish|pay|return|answer|join us|move house|change trains|laugh',
}

TEMPLATES = '''
Hello, this is {name} {surname} from {place}.
Hi {name}, how are you doing today?
Could you please tell me when the next train to {place} leaves?
The meeting is on {day}, {month} {date}, at {time}.
Did you remember to bring the {thing}?
That {thing} costs {price}, doesn't it?
I'm sorry, but we don't have the {thing} any more.
Your order number is {number}, and the total comes to {price}.
What would you like to eat, {food} or {food}?
She said she was {feeling}, but she looked {feeling} to me.
There will be {weather} in {place} on {day}.
Is it going to {verb} soon?
When are you going to {verb}?
Why did {name} {verb} so early?
Please hold the line, I'll put you through to {name}.
We sold {number} of them in {month}, which is {number} more than last year.
Where did you put the {adjective} {thing}?
Do you want me to {verb}?
Have you ever been to {place} in {month}?
Who told you that the {job} would {verb}?
I can't believe how {adjective} it was!
No, no, the other one: the {adjective} {thing}.
Turn left after {number} yards, then go straight on.
Your appointment with the {job} is at {time} on {day}.
Well, I thought the {job} was rather {feeling}.
Thank you for calling; have a nice {day}!
If it's {adjective}, we won't {verb}.
It was {time} when the {job} finally arrived.
Page {number}, please.
For {food}, press {number}.
He asked for {food}, and she asked for the bill.
My cousin is a {job} in {place}.
Would {price} be enough?
You said {number}, not {number}, right?
Look at that {adjective} {thing}!
Are you sure that {name} is {feeling}?
How much is {number} plus {number}?
The {thing} was lost somewhere between {place} and {place}.
Between {month} and {month} the garden is {adjective}.
Oh, I see. So you'd rather {verb} on {day}?
Mr. {surname}, your {thing} is ready.
Dr. {surname} will see you at {time}.
Wow, that's {adjective}!
Shall we {verb}, or shall we have {food} first?
It's {number} degrees and there is {weather}.
Every {day}, {name} and {name} go swimming together.
'''

SENTENCES = '''
Yes.
No, thank you.
Of course.
I beg your pardon?
Really?
Are you there?
Good morning!
Good night, and sleep well.
One moment, please.
Let me check that for you.
I'm afraid I didn't catch that; could you say it again?
Is there anything else I can help you with?
You're welcome.
What a pleasure to see you again!
Nobody knows exactly what happened that night.
The boy who lived by the shore had never seen a bigger boat.
A thousand thanks for the wonderful evening.
The judge measured every word with unusual precision.
Fresh fish, fried potatoes, and a bottle of very cold lemonade.
They walked through the thick fog until the church clock struck twelve.
The youngest of the three brothers had already left for the city.
Put the vase on the shelf above the fireplace, next to the silver box.
A rough wind shook the branches, and the old gate began to creak.
We ought to have brought warmer clothes.
Her father laughed and passed the glass of water to my aunt.
Can you hear the thrush singing in the hawthorn hedge?
The path through the grass leads past the castle to the bath house.
Not a single drop of oil was left in the pot.
Poor George hurried to the court in a borrowed shirt.
The new tune on the radio is about a duke and his nephew.
Half an hour later the fire was out, and the tired crew sat down.
The colour of the water changed from green to purple, then to a deep, dark blue.
I'd go there at once if I were you.
Each of the judges chose a different picture.
Suddenly, without any warning, the lights went out.
It isn't the price that worries me, it's the quality.
If you ask me, the whole idea is nonsense.
How long have you been waiting here?
Where on earth have you been?
Which of these two would you choose?
Whose gloves are these?
Do you mind if I open the window?
Would you like some more tea?
May I borrow your pen for a minute?
Have they told you the good news yet?
Isn't it a lovely day?
You don't eat meat, do you?
Is this seat taken?
Did it hurt?
Am I too late?
Could it be true?
Will that be all?
Let's go home.
Stop!
Watch out!
Hurry up, the shop closes in five minutes!
I wish you a merry Christmas and a happy new year.
The exhibition opens on the third of March and runs through the end of July.
His voice was low and steady, like the sound of a far away engine.
First, wash your hands; second, dry them; third, put on the gloves.
She had bought apples, pears, cherries, plums, and a huge yellow melon.
Science is not only a body of knowledge, but also a way of thinking.
The ship rolled so heavily that nobody on board could sleep.
On the other side of the valley, smoke was rising from a small hut.
You can pay by card, by cheque, or in cash.
The measurement was wrong by exactly one tenth of an inch.
My sister teaches biology; my brother studies law.
Nine times out of ten, the simplest answer is the right one.
Although the road was icy, the bus arrived on time.
Please leave your name and number after the tone.
To be honest, I would rather stay at home and read.
The committee has decided, after a long discussion, to postpone the vote.
Give it to me.
Who are you?
What time is it?
Never mind.
That's enough.
It doesn't matter at all.
They're over there, behind the garage.
Both boys enjoyed the noisy toys.
The queen quickly quoted a quiet question.
Usually the treasure is buried beneath the beach house.
Joy, joy, endless joy!
I thought so.
As far as I know, the museum is closed on public holidays.
Choose whichever chair you like.
The thing is, they think that these three brothers breathe rather loudly.
There's a cool pool at the school.
Put your foot on the wooden board, and push.
Curious cures are sure to lure the poor.
A huge cube of pure music.
The earth turned, the birds stirred, and the early workers yawned.
'''
