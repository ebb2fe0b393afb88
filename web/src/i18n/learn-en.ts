// Lessons: what each step says, by the key that it has in its file (lessons/). They come with their page.
export interface LessonWords {
    title: string;
    lead: string;
    steps: Record<string, string>;
}

export const learn = {
    title: "Learn to play",
    lead: "Three short lessons on prepared boards. Do what is said, and see what comes of it; about five minutes for the first.",
    begin: "Begin",
    go: "Continue",
    again: "Once more",
    done: "finished",
    at: (n: number, of: number) => `Step ${n} of ${of}`,
    next: "Next",
    back: "Step back",
    leave: "Leave the lesson",
    watch: "Watch what the others do.",
    else: "That would be allowed, too. In this lesson, try what is lit up; you can do as you like in your own games.",
    ended: "That was the lesson. Well done!",
    lit: (places: string) => `Lit up: ${places}`,
    following: (title: string) => `Next lesson: ${title}`,
    play: "Play a game",
    all: "All lessons",
    card: "Lesson",
    trouble: "This lesson cannot be read.",
    lessons: {
        base: {
            title: "The first game",
            lead: "Settlements, roads, trade, the robber, a city.",
            steps: {
                welcome:
                    "Welcome! This island has hexes of five kinds: forest gives wood, hills brick, pasture wool, fields grain, and mountains ore. You are red.",
                numbers:
                    "Each hex has a number. When two dice show it, everyone who lives beside that hex gets its card. The red numbers 6 and 8 come most often: the dots below a number say how often.",
                settle: "Place your first settlement on the lit corner: it touches forest 8, hills 5 and mountains 3. Three kinds of cards, and two good numbers.",
                road: "A road goes with it. Place it on the lit edge: it points to a corner where you will build later.",
                settle2:
                    "Now the others have placed theirs. Your second settlement goes to the lit corner: fields and pasture, the two kinds you still miss. It brings you a first card from each hex around it.",
                road2: "And a road towards your other one: roads that meet make one long route.",
                roll: "Your first turn. Every turn begins with the dice: press “Roll”, or the space bar.",
                cards: "An 8: the lit forest gives you wood. Your cards lie at the bottom of the screen; nobody else sees them.",
                end: "You cannot build yet. A road costs wood and brick, a settlement wood, brick, wool and grain. End your turn.",
                accept: "Blue rolled a 5, which brought you brick and wool; now Blue offers wood for one wool. You have wool to spare: accept the offer.",
                roll2: "Your turn again. Roll the dice.",
                "build-road":
                    "Brick and wool again: now you can build. Press the road in the bar, then the lit edge.",
                "build-settlement":
                    "Settlements keep apart: the next corner must stay free, the one after it is good. Press the settlement in the bar, then the lit corner.",
                points: "Three settlements: three points. Whoever has ten points in their own turn wins. More settlements also mean more cards.",
                end2: "You have spent your cards. End your turn.",
                robber: "A 7! No hex gives anything. Blue moved the robber to your fields and took a card from you: while it stands there, those fields give nothing. And whoever holds more than seven cards at a 7 loses half of them.",
                seven: "Your turn. Roll the dice.",
                "robber-moves":
                    "A 7 again, and this time the robber is yours. Move it to the lit mountains: they stop giving ore to White, and you take a card from White.",
                later: "Some rounds later you hold two grain, two ore and four wool. A city costs two grain and three ore, so one ore is missing.",
                bank: "The bank gives one card of your choice for four alike. Open “Trade” and swap your four wool for an ore. With a settlement at a harbour you get it cheaper.",
                city: "Now turn your first settlement into a city. It counts two points, and gets two cards instead of one.",
                buy: "Ore, wool and grain buy a development card. Press the card in the bar.",
                development:
                    "A knight. Played in a later turn, it sends the robber away; whoever first plays three has the largest army, two points. Other cards bring roads, cards or a point. The longest route of five or more roads is worth two points, too.",
                goal: "That is the whole game: roll, trade, build, and reach ten points first. What you may do next is always lit up, and the rules are behind the button with the question mark.",
            },
        },
        knights: {
            title: "Cities & Knights",
            lead: "Commodities, knights, improvements, and the barbarians.",
            steps: {
                welcome:
                    "In Cities & Knights you begin with a settlement and a city, and play to thirteen points. There is a third die: its faces are a ship and three gates.",
                roll: "You are red, and it is your turn. Roll the dice.",
                commodity:
                    "An 8: a city beside a forest gets one wood and one paper. Forest, pasture and mountains give a city a commodity instead of its second card: paper, cloth or coin.",
                ship: "The third die showed the ship: the barbarians are one step nearer. When they land, they are as strong as all cities together, and everybody’s active knights must hold them off.",
                recruit:
                    "So you need a knight. Recruit one for wool and ore: press the knight in the bar, then the lit corner at the end of your road.",
                promote:
                    "A stronger one counts for two. Promote it for another wool and ore: open “Knights” if it is not in the bar.",
                activate:
                    "A knight fights only when it is active. That costs one grain: activate it.",
                improve:
                    "Commodities buy city improvements. Open “Cities” and build the first level of science for one paper.",
                progress:
                    "From now on, whenever the third die shows the green gate and the red die is low enough, you draw a progress card. Each level makes that likelier; the third has an advantage of its own.",
                end: "You are ready for the barbarians. End your turn.",
                attack: "Your turn again. Roll the dice.",
                defender:
                    "The ship: they land. Three cities against three knights’ strength, and the island holds! You did the most for it, and are worth one point more. Had they won, the weakest defender would have lost a city.",
                again: "After the fight every knight rests. Activate yours again for a grain, so that it is ready next time.",
                wall: "One more thing: a wall for two brick. With each of them you may keep two cards more at a 7. Build it under your city.",
                metropolis:
                    "Who first brings an improvement to level four gets a metropolis: two more points, and the barbarians cannot touch that city.",
                goal: "Knights also drive off the robber and other knights, and progress cards bring surprises. Try it against easy bots first!",
            },
        },
        ships: {
            title: "Seafarers",
            lead: "Ships, new islands, gold, and the pirate.",
            steps: {
                welcome:
                    "In Seafarers there is more than one island. Ships are roads on the water: they cost wood and wool, and begin at one of your settlements at the coast.",
                sea: "The lit hexes are another island. Whoever first settles on a new one here gets two extra points.",
                ship: "Build a ship on the lit edge, along the coast: press the ship in the bar, then the edge.",
                ship2: "And another one across the strait.",
                settle: "You have arrived: build a settlement on the lit corner, as you would at a road.",
                bonus: "One point for the settlement and two for the new island. You now live beside a gold field.",
                end: "End your turn.",
                gold: "Blue rolled a 4: gold! A gold field gives a card of your choice. Take an ore.",
                seven: "Your turn. Roll the dice.",
                pirate: "A 7: you may move the robber on land, or the pirate at sea. Where the pirate is, no ship is built or moved, and it robs who has a ship there. Move it to the lit hex, beside Blue’s ship.",
                sail: "A ship at the open end of a line may move once a turn. The one north of your harbour leads nowhere: sail it to the lit edge, where it points further along the new island.",
                goal: "Ships and roads together count for the longest route. Each scenario has a goal of its own: it is shown when the game begins. Good winds!",
            },
        },
    } as Record<string, LessonWords>,
};
