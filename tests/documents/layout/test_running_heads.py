from kensei_docs.documents.layout.running_heads import running_head


def test_a_running_head_says_on_which_side_of_a_booklet_its_page_lies():
    head = '<p class="<!--side-->"><!--about--> <!--number--></p>'
    assert [running_head(head, number, "Duels") for number in (2, 3)] == [
        '<p class="left">Duels 2</p>',
        '<p class="right">Duels 3</p>',
    ]


def test_a_running_head_can_name_the_topics_of_its_page():
    assert running_head("<p><!--topics--></p>", 2, "Duels", ["Duels", "Flight"]) == "<p>Duels · Flight</p>"


def test_a_head_names_each_section_of_its_page_once_and_only_the_first_if_all_are_long():
    head = "<p><!--topics--></p>"
    assert running_head(head, 2, "", ["Kites · Old", "Kites · New", "Mills"]) == "<p>Kites · Old</p>"
    long = "The kites of the upper village", "The mill of the lower village, which is old"
    assert running_head(head, 2, "", long) == f"<p>{long[0]}</p>"
